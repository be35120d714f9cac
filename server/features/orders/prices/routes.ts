import {
  addClientPrice,
  endClientPrice,
  listClientPrices,
  removeClientPrice,
} from '#contract/client-prices.ts'
import { addTaxRate, listTaxRates, removeTaxRate } from '#contract/tax-rates.ts'
import { onClient } from '#server/authority/client.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { agreePrice, clientPrices, endPrice, onClientPrice, removePrice } from './client-prices.ts'
import { addRate, onTaxRate, removeRate, taxRates } from './tax-rates.ts'

export const priceRoutes: readonly Route[] = [
  onPlatform.read(listTaxRates, taxRates),
  onPlatform.write(addTaxRate, addRate),
  onTaxRate.write(removeTaxRate, removeRate),

  onClient.list(listClientPrices, clientPrices),
  onClient.write(addClientPrice, agreePrice),
  onClientPrice.write(endClientPrice, endPrice),
  onClientPrice.write(removeClientPrice, removePrice),
]

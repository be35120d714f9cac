type CamelCase<Name> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name

// Distributes over unions, so that `Date | null` becomes `string | null`.
type Serialized<Value> = Value extends Date ? string : Value

/** A row under the API's names: `created_at` of type Date is `createdAt`, an ISO string. */
export type SerializedRow<Row> = { [Column in keyof Row as CamelCase<Column>]: Serialized<Row[Column]> }

/**
 * Turns a row's column names into the API's, and its moments into ISO strings. Objects within the row stay as they are.
 * Leave out what the API doesn't show before calling it: nothing is removed here.
 */
export function serializeRow<Row extends object>(row: Row): SerializedRow<Row> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value instanceof Date ? value.toISOString() : value,
    ]),
  ) as SerializedRow<Row>
}

import { z } from 'zod'
import { clientId } from './clients.ts'
import { id, line, listQuery, moment, page } from './fields.ts'
import { call } from './kit.ts'

/** Identity providers of one client. */
export const maxIdentityProviders = 5

/** Mail domains of one provider. */
export const maxDomains = 20

/** A domain in the form that mail programs send: lower case, letters of other alphabets as `xn--…`. */
const domain = line(253)
  .toLowerCase()
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, {
    error: 'domain',
  })

const identityDomain = z.object({
  domain: z.string(),
  /** The TXT record of the domain by which an admin confirms that it is the client's. */
  record: z.object({ name: z.string(), value: z.string() }),
  /** Null until then: nobody signs in by it. */
  confirmedAt: moment.nullable(),
})
export type IdentityDomain = z.infer<typeof identityDomain>

export const identityProvider = z.object({
  id,
  issuer: z.string(),
  clientId: z.string(),
  /** The client's managers sign in in no other way. */
  only: z.boolean(),
  domains: z.array(identityDomain),
  /** The address to register at the provider. */
  callbackUrl: z.string(),
  createdAt: moment,
})
export type IdentityProvider = z.infer<typeof identityProvider>

const fields = {
  /** The address that the provider calls itself, without `/.well-known/openid-configuration`. */
  issuer: line(500),
  /** The name of this installation at the provider, and its secret there. */
  clientId: line(300),
  clientSecret: line(1000),
  domains: z.array(domain).min(1).max(maxDomains),
  only: z.boolean(),
}

export const listIdentityProviders = call({
  name: 'listIdentityProviders',
  method: 'GET',
  path: '/clients/:clientId/identity_providers/',
  tag: 'Single sign-on',
  summary: 'The identity providers of a client, the newest first, without their secrets',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: listQuery(['createdAt']),
  /** The address to register at a provider is needed before there is one here. */
  answer: { status: 200, json: page(identityProvider).extend({ callbackUrl: z.string() }) },
  errors: ['not_found'],
})

export const createIdentityProvider = call({
  name: 'createIdentityProvider',
  method: 'POST',
  path: '/clients/:clientId/identity_providers/',
  tag: 'Single sign-on',
  summary:
    'Add an OpenID Connect provider by which the managers of a client sign in, once an admin has confirmed a domain of it. Its discovery document is read first. The secret is stored encrypted and never shown',
  access: 'manager',
  subject: 'client',
  pace: 'providers',
  params: clientId,
  body: z.strictObject({ ...fields, only: fields.only.optional() }),
  answer: { status: 201, json: identityProvider },
  errors: ['not_found', 'too_many_identity_providers', 'sign_in_domain_taken'],
})

const providerId = clientId.extend({ providerId: id })

export const changeIdentityProvider = call({
  name: 'changeIdentityProvider',
  method: 'PUT',
  path: '/clients/:clientId/identity_providers/:providerId/',
  tag: 'Single sign-on',
  summary:
    'Change an identity provider; what is left out stays. Another issuer or client id ends the confirmation of its domains, the accounts linked to it and the sessions opened by it, and needs the secret',
  access: 'manager',
  subject: 'identityProvider',
  pace: 'providers',
  params: providerId,
  body: z.strictObject(fields).partial(),
  answer: { status: 200, json: identityProvider },
  errors: ['not_found', 'sign_in_domain_taken'],
})

export const deleteIdentityProvider = call({
  name: 'deleteIdentityProvider',
  method: 'DELETE',
  path: '/clients/:clientId/identity_providers/:providerId/',
  tag: 'Single sign-on',
  summary: 'Delete an identity provider with its domains, and end the sessions opened by it',
  access: 'manager',
  subject: 'identityProvider',
  params: providerId,
  answer: { status: 204 },
  errors: ['not_found'],
})

export const confirmSignInDomain = call({
  name: 'confirmSignInDomain',
  method: 'POST',
  path: '/clients/:clientId/identity_providers/:providerId/domains/:domain/confirm/',
  tag: 'Single sign-on',
  summary: 'Confirm that a domain is the client’s: looks for its TXT record now',
  access: 'admin',
  subject: 'identityProvider',
  params: providerId.extend({ domain }),
  answer: { status: 200, json: identityProvider },
  errors: ['not_found', 'domain_record_missing', 'sign_in_domain_taken'],
})

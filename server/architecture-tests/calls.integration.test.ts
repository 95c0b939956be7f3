import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { testProduct, type TestProduct } from '#server/documents/testing.ts'
import { type RegisteredRoute, routeRegistry } from '#server/http/access.ts'

interface Operation {
  readonly description?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean;
    readonly schema?: { readonly type?: string } }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }
}

let product: TestProduct
let routes: readonly RegisteredRoute[]
let described: Readonly<Record<string, Readonly<Record<string, Operation>>>>

beforeAll(async () => {
  product = await testProduct({ plugins, serverPlugins, now: new Date('2026-11-20T10:00:00+08:00'),
    content: { name: 'nothing', fill: async () => undefined } })
  routes = routeRegistry(product.app).filter(({ method }) => !['HEAD', 'OPTIONS'].includes(method))
  described = (await product.app.inject('/docs/json')).json<{ paths: typeof described }>().paths
})
afterAll(() => product?.close())

/** Fastify writes `/:id`, OpenAPI `/{id}`. */
const pathOf = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}')
const operationOf = ({ method, url }: RegisteredRoute) => described[pathOf(url)]?.[method.toLowerCase()]
const named = ({ method, url }: RegisteredRoute) => `${method} ${url}`

/** Calls without a body. */
const bodiless = /\/(enable|changeStatus|setReadState)\/:\w+$/

/** Calls whose body is a file. */
const uploads: ReadonlySet<string> = new Set(['/oaserver/attachment/upload', '/oaserver/attachmentUpload', '/system/profile/avatar',
  '/system/template/upload', '/system/template/:id/upload', '/system/seal/:company', '/oaserver/voucher/mail'])

/** Pages and files for browsers, and the sign-in protocol whose description is its standard. */
const undescribed = /^\/(docs|idp|\*|public\/health|ws\/message)?($|\/)/

/** Sorts the keys of all objects. */
function ordered(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(ordered)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, inner]) => [key, ordered(inner)]),
  )
}

describe('every call of the product', () => {
  it('stands in docs/openapi.json as the product describes it', async () => {
    const text = `${JSON.stringify(ordered(product.app.swagger()), null, 1)}\n`
    expect(text).not.toMatch(/127\.0\.0\.1|localhost/)
    await expect(text, 'docs/openapi.json is not what the calls are: write it anew with `npm run openapi`').toMatchFileSnapshot(
      '../../docs/openapi.json',
    )
  })

  it('says who may make it', () => {
    expect(routes.length).toBeGreaterThan(100)
    expect(routes.filter(({ access }) => !access?.who).map(named)).toEqual([])
  })

  it('stands in the description of the calls, with its access', () => {
    const missing = routes.filter((route) => !undescribed.test(route.url) && !operationOf(route))
    expect(missing.map(named)).toEqual([])
    const wrong = routes.filter((route) =>
      operationOf(route) && (operationOf(route)?.security?.length === 0) !== (route.access.who === 'open')
    )
    expect(wrong.map(named)).toEqual([])
  })

  it('asks for no part of an address that is a group of filters: it is called without', () => {
    const groupsAsked = Object.entries(described).flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ parameters = [] }) =>
        parameters.filter(({ in: place, required, schema }) => place === 'query' && required && schema?.type === 'object')
          .map(({ name }) => `${path} ${name}`)
      )
    )
    expect(groupsAsked).toEqual([])
  })

  it('has a schema for what it is sent', () => {
    const schemaOf = (route: RegisteredRoute) => Object.values(operationOf(route)?.requestBody?.content ?? {})[0]?.schema
    const sent = routes.filter((route) =>
      ['POST', 'PUT', 'PATCH'].includes(route.method) && !undescribed.test(route.url) && !bodiless.test(route.url) &&
      !uploads.has(route.url) && !route.url.endsWith('/import')
    )
    const bare = sent.filter((route) => Object.keys(schemaOf(route) ?? {}).length === 0)
    expect(bare.map(named)).toEqual([])
  })
})

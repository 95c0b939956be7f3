import type { AddressInfo } from 'node:net'
import express from 'express'
import { SCIMMY, SCIMMYRouters } from 'scimmy-routers'

export interface ScimUser {
  readonly id: string
  readonly userName: string
  readonly displayName?: string
  readonly title?: string
  readonly userType?: string
  readonly active?: boolean
  readonly emails?: readonly { readonly value: string; readonly primary?: boolean }[]
  readonly phoneNumbers?: readonly { readonly value: string; readonly type?: string }[]
  readonly employeeNumber?: string
  readonly department?: string
}

export interface ScimGroup {
  readonly id: string
  readonly displayName: string
  readonly externalId?: string
  readonly members?: readonly { readonly value: string; readonly type?: string }[]
}

/** A SCIM 2.0 server; its content can be changed at any time. */
export interface ScimServer {
  readonly url: string
  readonly token: string
  users: ScimUser[]
  groups: ScimGroup[]
  /** Requested URLs. */
  readonly requests: string[]
  /** Whether it answers the first page to every request. */
  isForgetful: boolean
  close(): Promise<void>
}

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** Starts a server on a free port of this machine. */
export async function scimServer(): Promise<ScimServer> {
  const kept: Omit<ScimServer, 'url' | 'close'> = { token: 'scim-token-of-the-test', users: [], groups: [], requests: [],
    isForgetful: false }
  const found = <Kept extends { readonly id: string }>(all: readonly Kept[], id: string | undefined) => {
    if (id === undefined) return [...all]
    const one = all.find((each) => each.id === id)
    if (!one) throw new SCIMMY.Types.Error(404, '', `Resource ${id} not found`)
    return one
  }
  SCIMMY.Resources.declare(SCIMMY.Resources.User.extend(SCIMMY.Schemas.EnterpriseUser, false))
  SCIMMY.Resources.User.egress((resource) =>
    found(kept.users.map(({ employeeNumber, department, ...user }) => ({ ...user, [enterprise]: { employeeNumber, department } })),
      resource.id) as never
  )
  SCIMMY.Resources.declare(SCIMMY.Resources.Group)
  SCIMMY.Resources.Group.egress((resource) => found(kept.groups, resource.id) as never)
  const app = express()
  app.use((request, _, next) => {
    kept.requests.push(request.url)
    // The routers write numbers into the query, which express parses anew at every reading.
    if (!kept.isForgetful) Object.defineProperty(request, 'query', { value: { ...request.query } })
    next()
  })
  app.use('/scim/v2', new SCIMMYRouters({
    type: 'bearer',
    handler: (request) => {
      if (request.header('authorization') !== `Bearer ${kept.token}`) throw new Error('Wrong token')
      return 'oa'
    },
  }))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return Object.assign(kept, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/scim/v2`,
    close: () => new Promise<void>((done) => void server.close(() => done()).closeAllConnections()),
  })
}

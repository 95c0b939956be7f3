import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { definePartText } from '#fields/text.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Scope } from '#plugins/system/role-wire.ts'
import { roles } from '../roles/roles.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useScopeText = definePartText<keyof typeof cn>({ cn, en })

/** A role with all that its holders see. */
export interface ScopedRole {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly enable: boolean
  readonly version: number
  readonly scopes: readonly Scope[]
}

export interface Resource extends Label {
  readonly resource: string
}

export interface Matrix {
  readonly roles: readonly ScopedRole[]
  readonly resources: readonly Resource[]
}

const quiet = { quiet: true } as const

/** Below the key of the roles: a role that is changed elsewhere changes here too. */
export const matrixQuery = (http: Http) =>
  queryOptions({
    queryKey: [roles, 'matrix'],
    queryFn: async (): Promise<Matrix> => {
      const [known, resources, scopes] = await Promise.all([
        http.get<readonly Omit<ScopedRole, 'scopes'>[]>('/system/role/list', {}, quiet),
        http.get<readonly Resource[]>('/system/dataScope/resources', {}, quiet),
        http.query<readonly (Scope & { readonly roleId: string })[]>('/system/dataScope/page', {}, quiet),
      ])
      return { resources, roles: known.map((role) => ({ ...role, scopes: scopes.filter(({ roleId }) =>
        roleId === role.id
      ).map(({ resource, scope, withSub, deptIds }) => ({ resource, scope, withSub, deptIds })) })) }
    },
  })

/** Scopes as a call takes them. */
export const wireOf = (scopes: readonly Scope[]): readonly Scope[] =>
  scopes.map(({ resource, scope, withSub, deptIds }) => ({ resource, scope, withSub, deptIds: scope === 2 ? deptIds : [] }))

import { z } from 'zod'
import { composeName, isNameHalf } from '#kernel/wording/names.ts'
import type { GroupDetails } from '#server/identity/organisation/groups.ts'
import { versionInput } from '#server/http/version-input.ts'

export const id = z.string().min(1).max(32)
export const stamped = z.strictObject({ _t: z.unknown().optional() })
export const byId = z.strictObject({ id })
const paging = { current: z.int().min(1).max(10_000).default(1), size: z.int().min(1).max(200).default(20) }

const half = z.string().trim().max(30).refine(isNameHalf, 'system.org.noSlash')
const code = z.string().trim().max(30).regex(/^[A-Za-z0-9_.-]*$/, 'error.field.format').nullish().transform((text) => text || null)
const person = z.string().max(32).nullish().transform((text) => text || null)

const details = {
  nameCn: half.min(1, 'error.field.required'),
  nameEn: half.default(''),
  code,
  sapCode: code,
  head: person,
  deputy: person,
  vicePresident: person,
  generalManager: person,
  hasBudgetDept: z.boolean().default(false),
  superiorEnterprise: person,
}

export const newUnit = z.strictObject({ ...details, parentId: id.nullable().default(null),
  type: z.enum(['GROUP', 'ENTERPRISE', 'DEPARTMENT']) })
export const changedUnit = z.strictObject({ ...details, id, version: versionInput })
export const sortInput = z.strictObject({ id, parentId: id.nullable(), before: id.nullable().default(null) })
export const superiorInput = z.strictObject({ enterpriseId: id.nullable() })
export const enableInput = z.strictObject({ enable: z.boolean() })
export const memberInput = z.strictObject({ userId: id, main: z.boolean().default(false) })
export const membersQuery = z.strictObject({ ...paging, keyword: z.string().max(60).optional() })
export const usagesQuery = z.strictObject({ ...paging, kind: z.string().max(40) })
export const treeQuery = stamped.extend({ keyword: z.string().max(60).optional(),
  enable: z.enum(['true', 'false']).transform((text) => text === 'true').optional() })

type UnitValues = Omit<z.output<typeof changedUnit>, 'id' | 'version'>

/** Converts the input into the attributes stored in the tree. */
export function detailsOf(
  { nameCn, nameEn, head, deputy, vicePresident, generalManager, ...rest }: UnitValues,
): GroupDetails & { name: string } {
  return { ...rest, name: composeName({ cn: nameCn, en: nameEn }), heads: { head, deputy, vicePresident, generalManager } }
}

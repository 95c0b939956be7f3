import { z } from 'zod'
import { versionInput } from '#server/http/version-input.ts'

const id = z.string().min(1).max(60)
export const stamped = z.strictObject({ _t: z.unknown().optional() })
export const byId = z.strictObject({ id })

const text = (max: number) => z.string().trim().max(max).nullish().transform((value) => value || null)

const details = {
  parentId: id.nullable().default(null),
  name: z.string().trim().min(1, 'error.field.required').max(30),
  nameEn: z.string().trim().min(1, 'error.field.required').max(60),
  icon: text(60),
  path: z.string().trim().max(120).regex(/^(\/[\w./-]*)?$/, 'error.field.format').nullish().transform((value) => value || null),
  component: text(120),
  perms: text(100),
  keepAlive: z.boolean().default(true),
  visible: z.boolean().default(true),
  enable: z.boolean().default(true),
}

export const newMenu = z.strictObject({ ...details, type: z.enum(['M', 'C', 'F']) })
export const changedMenu = z.strictObject({ ...details, id, version: versionInput })
export const sortInput = z.strictObject({ id, parentId: id.nullable(), before: id.nullable().default(null) })
export const enableInput = z.strictObject({ enable: z.boolean() })
export const menuQuery = stamped.extend({ name: z.string().max(60).optional(),
  enable: z.enum(['true', 'false']).transform((value) => value === 'true').optional() })

export type MenuDetails = Omit<z.output<typeof newMenu>, 'type'>

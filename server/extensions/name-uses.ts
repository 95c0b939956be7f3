import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'

/** A dictionary by its code, or a role by its key. */
export interface UsedName {
  readonly of: 'dictionary' | 'role'
  readonly key: string
}

/** Finds the designs of a kind that use a name, drafts included. */
export type NameUses = (db: Db, name: UsedName) => Promise<readonly Label[]>

/** Attributes of definitions that hold such names. */
const attributes: Readonly<Record<UsedName['of'], ReadonlySet<string>>> = { dictionary: new Set(['dict']),
  role: new Set(['role', 'roles', 'paidBy']) }

/** Returns whether the body of a definition uses a name. */
export const usesName = (body: unknown, { of, key }: UsedName): boolean => hasAttribute(body, attributes[of], key)

/** Returns whether a body has the value in one of these attributes, at any depth, alone or in a list. */
export function hasAttribute(body: unknown, named: ReadonlySet<string>, value: string): boolean {
  if (Array.isArray(body)) return body.some((part) => hasAttribute(part, named, value))
  if (typeof body !== 'object' || body === null) return false
  return Object.entries(body).some(([attribute, part]: readonly [string, unknown]) =>
    (named.has(attribute) && [part].flat().includes(value)) || hasAttribute(part, named, value)
  )
}

/** Key of the advisory lock between putting designs in force and deleting names. */
const namesLock = 4_201_910

/**
 * Keeps the names that a design uses until the transaction ends: none is deleted meanwhile. Taken before they are read, by everything that
 * puts a design in force.
 */
export const keepNames = (db: Db): Promise<unknown> => sql`select pg_advisory_xact_lock_shared(${namesLock})`.execute(db)

/** Waits for designs that are being put in force; none is until the transaction ends. */
export const holdDesigns = (db: Db): Promise<unknown> => sql`select pg_advisory_xact_lock(${namesLock})`.execute(db)

/** @throws Refused with `code`, which names the designs as `name`, where one uses the name */
export async function demandUnused(db: Db, sources: readonly NameUses[], name: UsedName, code: string): Promise<void> {
  await holdDesigns(db)
  const uses: Label[] = []
  for (const usesOf of sources) uses.push(...await usesOf(db, name))
  if (uses.length > 0) throw new Refused(code, { name: usesInWords(uses) })
}

/** "访客通行证”、“钥匙柜/Visitor pass”, “Keys": to stand between quotation marks. */
function usesInWords(uses: readonly Label[]): string {
  const each = [...new Map(uses.map((use) => [use.cn, use])).values()]
  return bilingual({ cn: each.map(({ cn }) => cn).join('”、“'), en: each.map(({ en }) => en).join('”, “') })
}

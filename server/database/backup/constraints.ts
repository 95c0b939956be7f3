import { type Client, escapeIdentifier } from 'pg'

/**
 * Lets rows come in any order and as they were: triggers of ours are off, foreign keys are away.
 * The answered function puts all of it back; every row is then checked against every foreign key.
 * Works for the tables' owner; a superuser is not needed.
 */
export async function suspendConstraints(client: Client): Promise<() => Promise<void>> {
  const { rows: triggers } = await client.query<Trigger>(`
    select c.relname as table, t.tgname as name, t.tgenabled as enabled from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'`)
  const { rows: keys } = await client.query<ForeignKey>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    where k.connamespace = 'public'::regnamespace and k.contype = 'f' and k.conparentid = 0`)
  // ALTER TABLE is refused while a deferred check is outstanding.
  await client.query('set constraints all immediate')
  for (const { table, name } of triggers)
    await client.query(`alter table ${escapeIdentifier(table)} disable trigger ${escapeIdentifier(name)}`)
  for (const { table, name } of keys) await client.query(`alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`)
    for (const { table, name, enabled } of triggers)
      await client.query(`alter table ${escapeIdentifier(table)} ${enabling[enabled]} trigger ${escapeIdentifier(name)}`)
  }
}

interface Trigger {
  readonly table: string
  readonly name: string
  /** As in pg_trigger.tgenabled. */
  readonly enabled: 'O' | 'A' | 'R'
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

const enabling = { O: 'enable', A: 'enable always', R: 'enable replica' } as const

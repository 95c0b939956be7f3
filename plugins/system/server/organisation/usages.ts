import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import type { UsageSource, UsageSubject } from '#server/extensions/usages.ts'
import type { Host } from '#server/host.ts'
import type { PageOf, UsageCount, UsageRecord } from '#plugins/system/organisation-wire.ts'

/** Usages within the organisation: members, sub-units, led units and roles. */
export const organisationUsages: readonly UsageSource[] = [members(), subUnits(), ledUnits(), heldRoles()]

function members(): UsageSource {
  const rows = (db: Db, units: readonly string[]) =>
    db.selectFrom('sys_user').where('del_flag', '=', 0).where('enable', '=', true)
      .where((eb) =>
        eb.exists(
          eb.selectFrom('sys_user_group').select(sql`1`.as('one')).whereRef('user_id', '=', 'sys_user.id').where(
            sql<SqlBool>`group_id = any(${[...units]}::text[])`,
          ),
        )
      )
  return {
    id: 'people',
    cn: '人员',
    en: 'People',
    keepsUnit: true,
    count: async (db,
      subject) => ('units' in subject ? counted(rows(db, subject.units).select((eb) => eb.fn.countAll<string>().as('count'))) : 0),
    list: async (db, subject, { limit, offset }) =>
      'units' in subject
        ? (await rows(db, subject.units).select(['id', 'name', 'job_number']).orderBy('pinyin').orderBy('id').limit(limit).offset(offset)
          .execute()).map((
            { id, name, job_number: detail },
          ) => ({ id, name, detail }))
        : [],
  }
}

function subUnits(): UsageSource {
  const rows = (db: Db, units: readonly string[]) =>
    db.selectFrom('sys_group').where('del_flag', '=', 0).where(sql<SqlBool>`parent_id = any(${[...units]}::text[])`)
  return {
    id: 'subUnits',
    cn: '下级组织',
    en: 'Sub-units',
    keepsUnit: true,
    count: async (db,
      subject) => ('units' in subject ? counted(rows(db, subject.units).select((eb) => eb.fn.countAll<string>().as('count'))) : 0),
    list: async (db, subject, { limit, offset }) =>
      'units' in subject
        ? (await rows(db, subject.units).select(['id', 'name', 'code']).orderBy('path').orderBy('id').limit(limit).offset(offset).execute())
          .map(({ id, name, code: detail }) => ({
            id,
            name,
            detail,
          }))
        : [],
  }
}

/** Units that the person leads, whose approvals depend on them. */
function ledUnits(): UsageSource {
  const rows = (db: Db, person: string) =>
    db.selectFrom('sys_group').where('del_flag', '=', 0).where(
      sql<SqlBool>`${person} in (head_user_id, deputy_user_id, vp_user_id, gm_user_id)`,
    )
  return ofPerson({ id: 'ledUnits', cn: '负责的组织', en: 'Units led' }, {
    count: (db, person) => counted(rows(db, person).select((eb) => eb.fn.countAll<string>().as('count'))),
    list: async (db, person, { limit, offset }) =>
      (await rows(db, person).select(['id', 'name', 'code']).orderBy('path').limit(limit).offset(offset).execute()).map((
        { id, name, code: detail },
      ) => ({ id, name, detail, path: '/system/org' })),
  })
}

function heldRoles(): UsageSource {
  const rows = (db: Db, person: string) =>
    db.selectFrom('sys_user_role').innerJoin('sys_role', 'sys_role.id', 'sys_user_role.role_id').where('user_id', '=', person).where(
      'sys_role.del_flag',
      '=',
      0,
    )
  return ofPerson({ id: 'heldRoles', cn: '角色', en: 'Roles' }, {
    count: (db, person) => counted(rows(db, person).select((eb) => eb.fn.countAll<string>().as('count'))),
    list: async (db, person, { limit, offset }) =>
      (await rows(db, person).select(['sys_role.id', 'sys_role.name']).orderBy('perm_chars').limit(limit).offset(offset).execute()).map((
        { id, name },
      ) => ({ id, name })),
  })
}

interface PersonRows {
  count(db: Db, person: string): Promise<number>
  list(db: Db, person: string, part: Parameters<UsageSource['list']>[2]): ReturnType<UsageSource['list']>
}

function ofPerson(name: Pick<UsageSource, 'id' | 'cn' | 'en'>, { count, list }: PersonRows): UsageSource {
  return {
    ...name,
    count: async (db, subject: UsageSubject) => ('person' in subject ? count(db, subject.person) : 0),
    list: async (db, subject, part) => ('person' in subject ? list(db, subject.person, part) : []),
  }
}

async function counted(query: { executeTakeFirstOrThrow(): Promise<{ count: string }> }): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Numbers of records that use units or a person, by kind; kinds without any are left out. */
export async function usagesOf(host: Pick<Host, 'usages'>, db: Db, subject: UsageSubject): Promise<UsageCount[]> {
  const found: UsageCount[] = []
  for (const { id, cn, en, keepsUnit = false, count } of host.usages) found.push({ id, cn, en, keepsUnit, count: await count(db, subject) })
  return found.filter(({ count }) => count > 0)
}

/** Page of usages of one kind; empty for an unknown kind. */
export async function usagesPage(host: Pick<Host, 'usages'>, db: Db, subject: UsageSubject,
  query: { kind: string; current: number; size: number }): Promise<PageOf<UsageRecord>> {
  const kind = host.usages.find(({ id }) => id === query.kind)
  if (!kind) return { records: [], total: 0 }
  const rows = await kind.list(db, subject, { limit: query.size, offset: (query.current - 1) * query.size })
  return { total: await kind.count(db, subject),
    records: rows.map(({ id, name, detail = null, path = null, document = null }) => ({ id, name, detail, path, document })) }
}

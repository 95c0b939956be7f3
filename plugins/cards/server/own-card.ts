import { sql } from 'kysely'
import { splitName } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'

/** The own card of a person, from the address book. */
export async function ownCard(db: Db, person: string): Promise<FormValue | undefined> {
  const { rows } = await sql<
    { name: string; phone: string | null; email: string | null; position: string | null; department: string | null; company: string | null }
  >`
    select person.name, person.phone, person.email, person.position, unit.name as department,
      (select above.name from sys_group above where above.type = 'ENTERPRISE' and starts_with(unit.path, above.path)
        order by above.level desc limit 1) as company
      from sys_user person left join sys_user_group main on main.user_id = person.id and main.is_main
      left join sys_group unit on unit.id = main.group_id
      where person.id = ${person}`.execute(db)
  const [found] = rows
  if (!found?.phone || !found.company) return undefined
  const [name, company] = [splitName(found.name), splitName(found.company)]
  return {
    cardType: 'personal',
    nameCn: orNull(name.cn),
    nameEn: orNull(name.en),
    company: company.cn,
    companyEn: orNull(company.en),
    department: chineseOf(found.department),
    position: chineseOf(found.position),
    mobile: found.phone,
    email: found.email,
  }
}

const orNull = (text: string): string | null => (text === '' ? null : text)

const chineseOf = (name: string | null): string | null => (name === null ? null : orNull(splitName(name).cn))

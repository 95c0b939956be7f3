import { type RawBuilder, sql } from 'kysely'

/** SQL for the current value of a numeric parameter from a dictionary; the shipped value if it is not a number. */
export const parameter = (dictionary: string, name: string, shipped: number): RawBuilder<number> =>
  sql<
    number
  >`coalesce((select case when label ~ '^[0-9]+(\\.[0-9]+)?$' then label::numeric end from sys_dict_data
    where type = ${dictionary} and value = ${name}), ${shipped}::numeric)`

import { type RawBuilder, sql } from 'kysely'

/** A standard of a dictionary as it stands now, in SQL; what it ships as where it is no number. */
export const parameter = (dictionary: string, name: string, shipped: number): RawBuilder<number> =>
  sql<
    number
  >`coalesce((select case when label ~ '^[0-9]+(\\.[0-9]+)?$' then label::numeric end from sys_dict_data
    where type = ${dictionary} and value = ${name}), ${shipped}::numeric)`

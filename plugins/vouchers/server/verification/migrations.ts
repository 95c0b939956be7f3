import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'

export const verifications: Migration = {
  name: '010-verifications',
  up: async (run) => {
    await run(sql`
      -- what the tax authority's service said of an invoice, and when
      create table voucher_verification (
        id bigint generated always as identity primary key,
        number text not null,
        code text not null,
        asked text not null,
        outcome text not null check (outcome in ('genuine', 'different', 'unknown', 'voided')),
        message text not null,
        at timestamptz not null,
        person text not null
      );
      create index voucher_verification_invoice on voucher_verification (number, code, at desc);
    `)
    await appendOnly(run, 'voucher_verification')
  },
}

import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Pool of invoices collected before they are claimed; an entry is deleted together with its file. */
export const pool: Migration = {
  name: '013-pooled-invoices',
  async up(run) {
    await run(sql`
      create table pooled_invoice (
        id text primary key,
        owner text not null,
        attachment text not null unique references attachment on delete cascade,
        added_at timestamptz not null
      );
      create index pooled_invoice_owner on pooled_invoice (owner, added_at desc)`)
  },
}

/** Makes invoices unique per owner across file formats; further files of an invoice are linked to its entry. */
export const poolKeys: Migration = {
  name: '017-pooled-invoices-once',
  async up(run) {
    await run(sql`
      create table pooled_invoice_number (
        owner text not null,
        number text not null,
        -- empty for an invoice without a code
        code text not null,
        entry text not null references pooled_invoice on delete cascade,
        primary key (owner, number, code)
      );
      create index pooled_invoice_number_entry on pooled_invoice_number (entry);
      create table pooled_invoice_file (
        attachment text primary key references attachment on delete cascade,
        entry text not null references pooled_invoice on delete cascade
      );
      create index pooled_invoice_file_entry on pooled_invoice_file (entry);
      insert into pooled_invoice_number (owner, number, code, entry)
        select pooled_invoice.owner, read_voucher.number, read_voucher.code, pooled_invoice.id
        from pooled_invoice join read_voucher on read_voucher.attachment = pooled_invoice.attachment
        where read_voucher.number is not null
        order by pooled_invoice.added_at
        on conflict do nothing`)
  },
}

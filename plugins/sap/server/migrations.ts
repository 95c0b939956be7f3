import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'
import { shippedUnits } from './units.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-claimed-items',
    up: async (run) => {
      await run(sql`
        -- an open item of SAP is in one payment that is on its way to be posted
        create table sap_claimed_item (
          company_code text not null,
          document_no text not null,
          fiscal_year int not null,
          line int not null,
          document text not null references document,
          primary key (company_code, document_no, fiscal_year, line)
        );
        create index sap_claimed_item_document on sap_claimed_item (document);
      `)
    },
  },
  {
    name: '002-postings-read-back',
    up: async (run) => {
      await run(sql`
        -- what SAP last said of a payment that it posted ("number/year"), and the number under which it was reversed
        create table sap_posting (
          posting text primary key,
          asked_at timestamptz not null,
          reversal text
        );
      `)
    },
  },
  {
    name: '003-units',
    up: async (run) => {
      await run(sql`
        create table sap_unit (
          ${recordColumns},
          unit varchar(100) not null,
          sap_code varchar(3) not null,
          valid_from date not null,
          valid_to date,
          status varchar(1) not null default '1' check (status in ('0', '1')),
          constraint sap_unit_order check (valid_to >= valid_from)
        );
        create index sap_unit_unit on sap_unit (unit)`)
      await run(sql`
        create function refuse_overlapping_unit() returns trigger language plpgsql as $body$
        begin
          if new.status <> '1' or new.del_flag <> 0 then return new; end if;
          -- two at once for one unit wait here for each other
          perform pg_advisory_xact_lock(hashtextextended('sap_unit/' || new.unit, 0));
          if exists (select from sap_unit other
            where other.unit = new.unit and other.id <> new.id and other.status = '1' and other.del_flag = 0
              and daterange(other.valid_from, other.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')) then
            raise exception using errcode = '23P01', constraint = 'sap_unit_overlap', message = 'validity periods overlap';
          end if;
          return new;
        end $body$;
        create trigger sap_unit_overlap before insert or update on sap_unit
          for each row when (new.valid_to is null or new.valid_to >= new.valid_from) execute function refuse_overlapping_unit()`)
      for (const [unit, code] of shippedUnits)
        await run(sql`insert into sap_unit (id, unit, sap_code, valid_from) values (${`shipped-${unit}`}, ${unit}, ${code}, '2000-01-01')`)
    },
  },
]

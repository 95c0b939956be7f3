import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const months = Array.from({ length: 12 }, (_, index) => `m${String(index + 1).padStart(2, '0')}`)

const plans: Migration = {
  name: '001-plans',
  async up(run) {
    await run(sql`
      create table budget_year_setting (
        year integer primary key check (year between 2000 and 2200),
        start_month integer not null default 7 check (start_month between 1 and 12),
        end_month integer not null default 12 check (end_month between 1 and 12),
        locked boolean not null default false,
        variance_due_days integer not null default 15 check (variance_due_days >= 0),
        control varchar(5) not null default 'warn' check (control in ('warn', 'block')),
        check (end_month >= start_month)
      );
      create table annual_budget (
        ${recordColumns},
        budget_year integer not null check (budget_year between 2000 and 2200),
        department_id varchar(32) not null,
        expense_category_id varchar(32) not null,
        ${sql.join(months.map((month) => sql`${sql.ref(month)} numeric(18,2) not null default 0 check (${sql.ref(month)} >= 0)`))},
        remark varchar(200),
        source varchar(6) not null default 'manual' check (source in ('manual', 'import', 'adjust'))
      );
      create unique index annual_budget_line on annual_budget (department_id, expense_category_id, budget_year) where del_flag = 0`)
  },
}

const ledger: Migration = {
  name: '002-ledger',
  async up(run) {
    await run(sql`
      create table budget_entry (
        id bigint generated always as identity primary key,
        year integer not null check (year between 2000 and 2200),
        month integer not null check (month between 1 and 12),
        department_id varchar(32) not null,
        expense_category_id varchar(32) not null,
        kind varchar(8) not null check (kind in ('occupy', 'release', 'spend', 'refund', 'transfer', 'adjust')),
        amount numeric(18,2) not null check (amount > 0),
        -- what the entry does to the sum of its kind: transfers and adjustments go either way
        direction smallint not null check (direction in (1, -1)),
        business_type varchar(80),
        document_id varchar(64),
        row_id varchar(64),
        round integer,
        step integer,
        ref_entry_id bigint references budget_entry,
        currency varchar(3),
        rate numeric(18,6) check (rate > 0),
        off_budget boolean not null default false,
        reason varchar(500),
        operator varchar(32) not null,
        happen_time timestamptz not null,
        check (direction = case kind when 'occupy' then 1 when 'spend' then 1 when 'release' then -1 when 'refund' then -1 else direction end),
        check (kind in ('transfer', 'adjust') or (document_id is not null and row_id is not null and round is not null and step is not null))
      );
      -- A posting that is repeated meets its own entries.
      create unique index budget_entry_posting on budget_entry (document_id, row_id, round, step, kind, year, month, department_id, expense_category_id);
      -- What stands against a line is summed from the index alone.
      create index budget_entry_line on budget_entry (department_id, expense_category_id, year) include (month, kind, amount, direction, document_id);
      create index budget_entry_time on budget_entry (happen_time desc)`)
    await run(sql`
      create function refuse_overdrawn_entry() returns trigger language plpgsql as $body$
      declare standing numeric;
      begin
        select coalesce(sum(entry.amount * entry.direction), 0) into standing from budget_entry entry
          where entry.document_id = new.document_id and entry.row_id = new.row_id
            and entry.year = new.year and entry.month = new.month
            and entry.department_id = new.department_id and entry.expense_category_id = new.expense_category_id
            and entry.kind in (new.kind, case new.kind when 'release' then 'occupy' else 'spend' end);
        if standing < new.amount then
          raise exception using errcode = '23514', constraint = 'budget_entry_standing', message = 'more is taken back than stands';
        end if;
        return new;
      end $body$;
      create trigger budget_entry_standing before insert on budget_entry
        for each row when (new.kind in ('release', 'refund')) execute function refuse_overdrawn_entry()`)
    await appendOnly(run, 'budget_entry')
  },
}

/** Change history of plans and years, reasons for overspending, and numbers of entries without a document. */
const upkeep: Migration = {
  name: '003-upkeep',
  async up(run) {
    await run(sql`
      alter table budget_entry add column number varchar(30);
      create table budget_change (
        id bigint generated always as identity primary key,
        year integer not null,
        -- changes of one call belong together: a year's version counts the calls
        batch varchar(32) not null,
        action varchar(8) not null check (action in ('add', 'edit', 'import', 'adjust', 'setting', 'lock', 'unlock')),
        budget_id varchar(32),
        before jsonb,
        after jsonb,
        reason varchar(500),
        operator varchar(32) not null,
        happen_time timestamptz not null,
        check (budget_id is not null or action in ('setting', 'lock', 'unlock'))
      );
      create index budget_change_line on budget_change (budget_id, id);
      create index budget_change_year on budget_change (year, id);
      create table budget_variance_reason (
        year integer not null check (year between 2000 and 2200),
        quarter smallint not null check (quarter between 1 and 4),
        department_id varchar(32) not null,
        expense_category_id varchar(32) not null,
        reason varchar(1000) not null check (reason <> ''),
        submitted_by varchar(32) not null,
        submitted_time timestamptz not null,
        -- of the first submission: a correction is not late
        overdue boolean not null,
        primary key (year, quarter, department_id, expense_category_id)
      )`)
    await appendOnly(run, 'budget_change')
  },
}

/** Corrections of amounts booked elsewhere may reverse more than the document's balance. */
const corrections: Migration = {
  name: '004-corrections',
  async up(run) {
    await run(sql`
      alter table budget_entry add column correction boolean not null default false;
      drop trigger budget_entry_standing on budget_entry;
      create trigger budget_entry_standing before insert on budget_entry
        for each row when (new.kind in ('release', 'refund') and not new.correction) execute function refuse_overdrawn_entry()`)
  },
}

/** Source of occupation that a claim takes over from its application. */
const handOver: Migration = {
  name: '005-hand-over',
  async up(run) {
    await run(sql`
      alter table budget_entry add column source_id varchar(64), add column source_row varchar(64), add check ((source_id is null) = (source_row is null));
      drop index budget_entry_posting;
      create unique index budget_entry_posting on budget_entry (document_id, row_id, round, step, kind, year, month, department_id, expense_category_id, source_id, source_row) nulls not distinct;
      create index budget_entry_source on budget_entry (source_id) where source_id is not null`)
  },
}

/** Restricts the unique posting key to document postings: moves between the same lines may be repeated. */
const repeatedMoves: Migration = {
  name: '006-repeated-moves',
  async up(run) {
    await run(sql`
      drop index budget_entry_posting;
      create unique index budget_entry_posting on budget_entry (document_id, row_id, round, step, kind, year, month, department_id, expense_category_id, source_id, source_row)
        nulls not distinct where document_id is not null`)
  },
}

/** Totals per line, kept by a trigger, so that reading is independent of the number of entries. */
const totals: Migration = {
  name: '007-totals',
  async up(run) {
    const sums = sql`
      sum(amount * direction) filter (where kind in ('transfer', 'adjust')) as moved, sum(amount * direction) filter (where kind in ('spend', 'refund')) as used,
      sum(amount * direction) filter (where kind in ('occupy', 'release')) as occupied`
    await run(sql`
      create table budget_total (
        year integer not null,
        department_id varchar(32) not null,
        expense_category_id varchar(32) not null,
        month integer not null,
        moved numeric not null,
        used numeric not null,
        occupied numeric not null,
        primary key (year, department_id, expense_category_id, month)
      ) with (fillfactor = 50);
      create function total_budget_entries() returns trigger language plpgsql as $body$
      begin
        -- in the order of the key, so that two statements do not wait for each other
        insert into budget_total (year, department_id, expense_category_id, month, moved, used, occupied)
          select year, department_id, expense_category_id, month, coalesce(moved, 0), coalesce(used, 0), coalesce(occupied, 0)
          from (select year, department_id, expense_category_id, month, ${sums} from added group by 1, 2, 3, 4) summed
          order by 1, 2, 3, 4
        on conflict (year, department_id, expense_category_id, month) do update set
          moved = budget_total.moved + excluded.moved, used = budget_total.used + excluded.used, occupied = budget_total.occupied + excluded.occupied;
        return null;
      end $body$;
      create trigger budget_entry_total after insert on budget_entry referencing new table as added for each statement execute function total_budget_entries();
      insert into budget_total select year, department_id, expense_category_id, month, coalesce(moved, 0), coalesce(used, 0), coalesce(occupied, 0)
        from (select year, department_id, expense_category_id, month, ${sums} from budget_entry group by 1, 2, 3, 4) summed`)
  },
}

export const migrations: readonly Migration[] = [plans, ledger, upkeep, corrections, handOver, repeatedMoves, totals]

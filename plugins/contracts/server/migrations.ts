import { sql } from 'kysely'
import { appendOnly, type Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const percent = (name: string) => sql`${sql.ref(name)} integer check (${sql.ref(name)} between 0 and 100)`

const ledger: Migration = {
  name: '001-contracts',
  async up(run) {
    await run(sql`
      create table contract_ledger (
        ${recordColumns},
        contract_no varchar(40) not null,
        contract_name varchar(30) not null,
        contract_class varchar(20) not null,
        contract_type varchar(20) not null,
        is_supplementary boolean not null default false,
        main_contract varchar(32) references contract_ledger,
        subject_type varchar(20) not null,
        currency_type varchar(3) not null,
        amount numeric(18,2) not null check (amount >= 0),
        amount_rmb numeric(18,2) check (amount_rmb >= 0),
        paid_amount numeric(18,2) not null default 0 check (paid_amount >= 0),
        held_amount numeric(18,2) not null default 0 check (held_amount >= 0),
        unpaid_amount numeric(18,2) generated always as (case when amount = 0 then null else amount - paid_amount end) stored,
        sign_company varchar(100) not null,
        counterparty varchar(100) not null,
        supplier varchar(32),
        customer varchar(32),
        ${percent('prepay_percent')},
        ${percent('receipt_percent')},
        ${percent('acceptance_percent')},
        ${percent('warranty_percent')},
        prepayment_write_off_date date,
        sign_date date not null,
        effective_date date,
        expiry_date date not null,
        exec_state varchar(1) not null default '1' check (exec_state in ('0', '1', '2', '3', '4')),
        owner_person varchar(32) not null,
        department_id varchar(32) not null,
        storage_location varchar(20),
        storage_no varchar(40),
        attachments text[] not null default '{}',
        remark varchar(500),
        people text[] not null default '{}',
        revision integer not null default 1 check (revision >= 1),
        business_key varchar(32),
        business_no varchar(40),
        constraint contract_dates check (expiry_date > sign_date),
        constraint contract_framework check (contract_type <> 'framework' or amount = 0),
        constraint contract_percentages check (prepay_percent + receipt_percent + acceptance_percent + warranty_percent in (0, 100)),
        constraint contract_parties check (supplier is null or customer is null),
        -- a framework contract has no cap
        constraint contract_overdrawn check (amount = 0 or paid_amount + held_amount <= amount)
      );
      create unique index contract_no on contract_ledger (contract_no) where del_flag = 0;
      create unique index contract_document on contract_ledger (business_key) where business_key is not null and del_flag = 0;
      create index contract_expiry on contract_ledger (expiry_date) where del_flag = 0;
      create index contract_order on contract_ledger (sign_date desc, contract_no);
      create index contract_department on contract_ledger (department_id);
      create index contract_people on contract_ledger using gin (people);
      create index contract_main on contract_ledger (main_contract)`)
    await run(sql`
      create table contract_entry (
        id bigint generated always as identity primary key,
        contract_id varchar(32) not null references contract_ledger,
        stage varchar(1) not null check (stage in ('1', '2', '3', '4')),
        kind varchar(4) not null check (kind in ('held', 'paid')),
        amount numeric(18,2) not null check (amount <> 0),
        amount_rmb numeric(18,2) not null,
        document_id varchar(64) not null,
        round integer not null,
        operator varchar(64) not null,
        happen_time timestamptz not null
      );
      create index contract_entry_contract on contract_entry (contract_id) include (stage, kind, amount, document_id);
      create index contract_entry_document on contract_entry (document_id)`)
    await appendOnly(run, 'contract_entry')
    await run(sql`
      create table contract_version (
        id bigint generated always as identity primary key,
        contract_id varchar(32) not null references contract_ledger,
        revision integer not null,
        document_id varchar(64) not null,
        snapshot jsonb not null,
        created_by varchar(64) not null,
        created_at timestamptz not null,
        constraint contract_version_once unique (contract_id, revision)
      )`)
    await appendOnly(run, 'contract_version')
  },
}

const sapNumbers: Migration = {
  name: '002-sap-agreement',
  async up(run) {
    await run(sql`alter table contract_ledger add column sap_agreement_no varchar(40)`)
    await run(sql`
      update contract_ledger set sap_agreement_no = document.value ->> 'sapAgreementNo'
        from document where document.id = contract_ledger.business_key and document.value ->> 'sapAgreementNo' is not null`)
  },
}

export const migrations: readonly Migration[] = [ledger, sapNumbers]

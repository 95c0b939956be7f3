import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const columns = sql.raw(
  `id, create_by, create_time, update_by, update_time, version, business_no, name, proposal_type, status, document_state, initiator, department_id, implementer, implement_dept, know_date,
  est_start, est_end, actual_finish, score, grade, eligible, first_judge_excellent, excellent, year, department_ids, people`,
)

/** Register of all proposals, kept up to date by a trigger on their documents; existing proposals are inserted. */
const proposals: Migration = {
  name: '004-proposal-index',
  async up(run) {
    await run(sql`
      create table proposal_index (
        ${recordColumns},
        business_no varchar(40) not null,
        name varchar(60),
        proposal_type varchar(20),
        status varchar(20),
        document_state varchar(2) not null,
        initiator varchar(32) not null,
        department_id varchar(32),
        implementer varchar(32),
        implement_dept varchar(32),
        know_date varchar(1),
        est_start date,
        est_end date,
        actual_finish date,
        score integer,
        grade varchar(1),
        eligible boolean not null,
        first_judge_excellent boolean not null,
        excellent boolean not null,
        year integer not null,
        department_ids text[] not null,
        people text[] not null
      );
      create index proposal_index_order on proposal_index (year desc, business_no desc);
      create index proposal_index_people on proposal_index using gin (people);
      create index proposal_index_departments on proposal_index using gin (department_ids);

      create view proposal_as_indexed as
        select document.id, document.starter as create_by, document.started_at as create_time, document.starter as update_by, document.updated_at as update_time, document.revision as version,
          document.number as business_no,
          document.value ->> 'proposalName' as name,
          document.value ->> 'proposalType' as proposal_type,
          document.value ->> 'proposalStatus' as status,
          case document.state when 'inApproval' then '1' when 'refused' then '2' when 'completed' then '4' when 'voided' then '5' else '12' end as document_state,
          document.applicant as initiator,
          document.department as department_id,
          document.value ->> 'implementer' as implementer,
          document.value ->> 'implementDept' as implement_dept,
          document.value ->> 'knowDate' as know_date,
          nullif(document.value ->> 'estimatedImplementationStartDate', '')::date as est_start,
          nullif(document.value ->> 'estimatedImplementationEndDate', '')::date as est_end,
          nullif(document.value ->> 'actualEndDate', '')::date as actual_finish,
          nullif(document.value ->> 'score', '')::numeric::integer as score,
          document.value ->> 'grade' as grade,
          document.state = 'completed' and coalesce(document.value ->> 'proposalStatus' = '5', false) as eligible,
          coalesce(document.value ->> 'firstJudgeIsExcellent' = '1', false) as first_judge_excellent,
          document.state = 'completed' and coalesce(document.value ->> 'proposalStatus' = '5' and document.value ->> 'firstJudgeIsExcellent' = '1', false) as excellent,
          extract(year from coalesce(nullif(document.value ->> 'proposeDate', '')::date, document.started_at::date))::integer as year,
          array_remove(array[document.department, document.value ->> 'implementDept'], null) as department_ids,
          array_remove(array[document.applicant, document.starter, document.value ->> 'implementer'], null) as people
        from document where document.type = 'proposalApply'`)
    await run(sql`
      create function index_proposal() returns trigger language plpgsql as $body$
      begin
        delete from proposal_index where id = new.id;
        insert into proposal_index (${columns}) select ${columns} from proposal_as_indexed where id = new.id;
        return null;
      end $body$;
      create trigger document_proposal_index after insert or update on document
        for each row when (new.type = 'proposalApply') execute function index_proposal()`)
    await run(sql`insert into proposal_index (${columns}) select ${columns} from proposal_as_indexed`)
  },
}

const patents: Migration = {
  name: '001-patents',
  async up(run) {
    await run(sql`
      create table patent (
        ${recordColumns},
        application_no varchar(20) not null,
        patent_name varchar(60) not null,
        patent_type varchar(20) not null,
        patent_state varchar(20) not null default '1',
        state_date date,
        filing_date date not null,
        region text[] not null default '{}',
        first_inventor varchar(32) not null,
        inventors text[] not null default '{}',
        department_id varchar(32) not null,
        project varchar(32),
        product_model varchar(100),
        grade varchar(1) check (grade in ('A', 'B', 'C')),
        remark varchar(200),
        business_key varchar(32),
        business_no varchar(40),
        constraint patent_state_dates check (state_date >= filing_date)
      );
      create unique index patent_application_no on patent (application_no) where del_flag = 0;
      create unique index patent_document on patent (business_key) where business_key is not null and del_flag = 0;
      create index patent_order on patent (filing_date desc, application_no) where del_flag = 0;
      create index patent_department on patent (department_id, filing_date desc) where del_flag = 0;
      create index patent_inventors on patent using gin (inventors)`)
  },
}

const registers: Migration = {
  name: '002-hours-and-directed-software',
  async up(run) {
    await run(sql`
      create table dev_work_hour (
        ${recordColumns},
        work_date date not null,
        user_id varchar(32) not null,
        department_id varchar(32),
        project_id varchar(32) not null,
        work_type varchar(20) not null,
        hours numeric(5,2) not null,
        source varchar(10) not null default 'IMPORT' check (source in ('IMPORT', 'REVIEW')),
        remark varchar(200),
        business_key varchar(32),
        business_no varchar(40),
        constraint dev_work_hour_positive check (hours > 0)
      );
      -- two sheets may report the same member, month, project and role
      create unique index dev_work_hour_entry on dev_work_hour (work_date, user_id, project_id, work_type, coalesce(business_key, '')) where del_flag = 0;
      create index dev_work_hour_order on dev_work_hour (work_date desc, user_id) where del_flag = 0;
      create index dev_work_hour_department on dev_work_hour (department_id, work_date desc) where del_flag = 0;
      create index dev_work_hour_person on dev_work_hour (user_id, work_date desc) where del_flag = 0;
      create index dev_work_hour_document on dev_work_hour (business_key) where business_key is not null;

      create table directed_software (
        ${recordColumns},
        request_no varchar(40) not null,
        customer_id varchar(32) not null,
        product varchar(50) not null,
        software_name varchar(60) not null,
        software_version varchar(20) not null,
        base_version varchar(40),
        quantity integer check (quantity >= 1),
        requirement varchar(500),
        planned_date date not null,
        finished_date date,
        owner varchar(32) not null,
        department_id varchar(32),
        status varchar(1) not null default '1' check (status in ('1', '2', '3')),
        business_key varchar(32),
        constraint directed_software_finished check ((status = '2') = (finished_date is not null))
      );
      create index directed_software_owner on directed_software (owner) where del_flag = 0;
      create index directed_software_department on directed_software (department_id) where del_flag = 0;
      create unique index directed_software_no on directed_software (request_no) where del_flag = 0;
      create unique index directed_software_document on directed_software (business_key) where business_key is not null and del_flag = 0;
      create index directed_software_order on directed_software (planned_date desc, request_no) where del_flag = 0`)
  },
}

/** Total hours per person and day. The row serialises concurrent entries; its check constraint is the limit. */
const days: Migration = {
  name: '003-day-of-work',
  async up(run) {
    await run(sql`
      create table dev_work_day (
        user_id varchar(32) not null,
        work_date date not null,
        hours numeric(6,2) not null,
        primary key (user_id, work_date),
        constraint dev_work_day_hours check (hours between 0 and 24)
      )`)
    await run(sql`
      create function count_day_of_work() returns trigger language plpgsql as $body$
      begin
        if tg_op <> 'INSERT' and old.source = 'IMPORT' and old.del_flag = 0 then
          update dev_work_day set hours = hours - old.hours where user_id = old.user_id and work_date = old.work_date;
        end if;
        if tg_op <> 'DELETE' and new.source = 'IMPORT' and new.del_flag = 0 then
          insert into dev_work_day (user_id, work_date, hours) values (new.user_id, new.work_date, new.hours)
            on conflict (user_id, work_date) do update set hours = dev_work_day.hours + excluded.hours;
        end if;
        return null;
      end $body$;
      create trigger dev_work_hour_day after insert or update or delete on dev_work_hour
        for each row execute function count_day_of_work()`)
  },
}

export const migrations: readonly Migration[] = [patents, registers, days, proposals]

import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/record-columns.ts'

const columns = sql.raw(
  `id, create_by, create_time, update_by, update_time, version, business_no, name, proposal_type, status, document_state, initiator, department_id, implementer, implement_dept, know_date,
  est_start, est_end, actual_finish, score, grade, eligible, first_judge_excellent, excellent, year, department_ids, people`,
)

/**
 * Every proposal with where it stands. The table follows its document by a trigger, whatever writes the document; those from before are
 * taken in.
 */
export const proposals: Migration = {
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

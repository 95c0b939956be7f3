import { sql } from 'kysely'
import type { ServerPlugin } from '#server/plugin.ts'
import { recordColumns } from '#server/resources/columns.ts'

const columns = sql.raw(
  `id, create_by, create_time, update_by, update_time, version, line_no, document, row_id, business_no, ecn_title, level, action,
  parent_material, old_material, new_material, exec_dept, executor, plan_date, done_date, item_state, document_state, department_ids, people`,
)

/** Lines of change notices, with their states. A trigger on documents keeps them up to date. */
export const migrations: ServerPlugin['migrations'] = [{
  name: '001-ecn-lines',
  async up(run) {
    await run(sql`
      create table ecn_line (
        ${recordColumns},
        line_no varchar(60) not null,
        document text not null,
        row_id text not null,
        business_no varchar(40) not null,
        ecn_title varchar(100),
        level varchar(1),
        action varchar(20),
        parent_material varchar(32),
        old_material varchar(32),
        new_material varchar(32),
        exec_dept varchar(32),
        executor varchar(32),
        plan_date date,
        done_date date,
        item_state varchar(1) not null,
        document_state varchar(2) not null,
        department_ids text[] not null,
        people text[] not null
      );
      create index ecn_line_order on ecn_line (line_no desc);
      create index ecn_line_document on ecn_line (document);
      create index ecn_line_open on ecn_line (plan_date) where item_state = '1' and document_state = '1';
      create index ecn_line_old_material on ecn_line (old_material) where document_state = '1';
      create index ecn_line_new_material on ecn_line (new_material) where document_state = '1';
      create index ecn_line_people on ecn_line using gin (people);
      create index ecn_line_departments on ecn_line using gin (department_ids);

      create view ecn_line_of_document as
        select md5(document.id || (line.value ->> 'rowId')) as id, document.starter as create_by, document.started_at as create_time,
          document.starter as update_by, document.updated_at as update_time, document.revision as version,
          document.number || '-' || lpad(coalesce(line.value ->> 'itemNo', '0'), 4, '0') as line_no,
          document.id as document, line.value ->> 'rowId' as row_id, document.number as business_no,
          document.value ->> 'ecnTitle' as ecn_title, document.value ->> 'level' as level, line.value ->> 'action' as action,
          line.value ->> 'parentMaterial' as parent_material, line.value ->> 'oldMaterial' as old_material,
          line.value ->> 'newMaterial' as new_material, line.value ->> 'execDept' as exec_dept, line.value ->> 'executor' as executor,
          nullif(line.value ->> 'planDate', '')::date as plan_date, nullif(line.value ->> 'doneDate', '')::date as done_date,
          coalesce(line.value ->> 'itemState', '0') as item_state,
          case document.state when 'inApproval' then '1' when 'refused' then '2' when 'completed' then '4' when 'voided' then '5' else '12' end
            as document_state,
          array_remove(array[document.department, line.value ->> 'execDept'], null) as department_ids,
          array_remove(array[document.applicant, document.starter, document.value ->> 'changeOwner', line.value ->> 'executor',
            line.value ->> 'execHead'], null) as people
        from document cross join lateral jsonb_array_elements(
          case jsonb_typeof(document.value -> 'changeItems') when 'array' then document.value -> 'changeItems' else '[]'::jsonb end) line
        where document.type = 'ecnApply' and line.value ->> 'rowId' is not null`)
    await run(sql`
      create function follow_ecn_lines() returns trigger language plpgsql as $body$
      begin
        delete from ecn_line where document = new.id;
        insert into ecn_line (${columns}) select ${columns} from ecn_line_of_document where document = new.id;
        return null;
      end $body$;
      create trigger document_ecn_lines after insert or update on document
        for each row when (new.type = 'ecnApply') execute function follow_ecn_lines()`)
  },
}]

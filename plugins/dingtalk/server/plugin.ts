import { sql } from 'kysely'
import { defineServer } from '#server/plugin.ts'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'
import { processInstanceRules } from './rules.ts'
import { samples } from './samples.ts'

const migrations: readonly Migration[] = [
  {
    name: '001-dingtalk-process-instances',
    async up(run) {
      await run(sql`
        create table dingtalk_process_instance (
          ${recordColumns},
          outer_id varchar(64) not null,
          title varchar(200) not null,
          status varchar(32) not null,
          result varchar(32),
          originator varchar(32) not null,
          department_id varchar(32) not null,
          started_at timestamptz not null,
          finished_at timestamptz,
          content text check (char_length(content) <= 4000),
          constraint dingtalk_process_instance_order check (finished_at >= started_at)
        );
        create unique index dingtalk_process_instance_outer_id on dingtalk_process_instance (outer_id) where del_flag = 0;
        create index dingtalk_process_instance_started on dingtalk_process_instance (started_at desc, id) where del_flag = 0;
        create index dingtalk_process_instance_originator on dingtalk_process_instance (originator, started_at desc) where del_flag = 0;
        create index dingtalk_process_instance_department on dingtalk_process_instance (department_id, started_at desc) where del_flag = 0`)
    },
  },
]

export default defineServer({ id: 'dingtalk', contributes: [samples], migrations,
  records: { dingtalkProcessInstance: processInstanceRules } })

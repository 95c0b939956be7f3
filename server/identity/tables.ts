import type { OpenTasks } from '#approval/wire/absence.ts'
import type { ColumnAccess } from '#kernel/fields/disclosure.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Locale } from '#kernel/wording/label.ts'

/** Columns of most tables; `version` counts the changes, `del_flag` 1 marks a deleted row. */
interface AuditColumns {
  create_by: string | null
  create_time: Generated<Date>
  update_by: string | null
  update_time: Generated<Date>
  version: Generated<number>
  del_flag: Generated<number>
}

interface UserTable extends AuditColumns {
  id: string
  user_name: string
  password_hash: string | null
  must_change_password: Generated<boolean>
  nickname: string | null
  /** "中文/English" */
  name: string
  phone: string | null
  email: string | null
  job_number: string | null
  joining_date: string | null
  leaving_date: string | null
  card_id: string | null
  position: string | null
  /** Value of the dictionary `positionLevel`; null: an ordinary employee. */
  position_level: string | null
  avatar: string | null
  enable: Generated<boolean>
  admin: Generated<boolean>
  locale: Generated<Locale>
  /** Full pinyin and initials of the Chinese name, written with the name. */
  pinyin: Generated<string>
  /** Subject of the person at an external identity provider. */
  idp_subject: string | null
  /** Id of the person in an external directory. */
  outer_id: string | null
  /** The last answer of the directory; null for people unknown to it. */
  outer_active: boolean | null
  /** Access tokens of an earlier epoch are refused. */
  session_epoch: Generated<number>
  last_login: Date | null
}

export type GroupType = 'GROUP' | 'ENTERPRISE' | 'DEPARTMENT'

interface GroupTable extends AuditColumns {
  id: string
  parent_id: string | null
  type: GroupType
  name: string
  /** Names from the root down, in both languages: "集团-公司-部门/Group-Company-Department". */
  full_name: string
  code: string | null
  sap_code: string | null
  head_user_id: string | null
  deputy_user_id: string | null
  vp_user_id: string | null
  gm_user_id: string | null
  has_budget_dept: Generated<boolean>
  superior_enterprise_id: string | null
  sort: Generated<number>
  enable: Generated<boolean>
  /** Ids from the root down to this one: "/g1/e1/d1/". */
  path: string
  level: number
  pinyin: Generated<string>
  outer_id: string | null
}

interface UserGroupTable {
  user_id: string
  group_id: string
  is_main: Generated<boolean>
  position: string | null
  sort: Generated<number>
}

interface RoleTable extends AuditColumns {
  id: string
  name: string
  /** The role's key, as used by flows and permissions. */
  perm_chars: string
  sort: Generated<number>
  enable: Generated<boolean>
  built_in: Generated<boolean>
  remark: string | null
}

/** 1 all, 2 listed departments, 3 own department, 4 own enterprise, 5 own enterprise and below, 6 oneself */
export type ScopeCode = 1 | 2 | 3 | 4 | 5 | 6

interface DataScopeTable {
  role_id: string
  /** `*` is the default of the role. */
  resource: string
  scope: ScopeCode
  with_sub: Generated<boolean>
  dept_ids: Generated<string[]>
}

interface RoleColumnTable {
  role_id: string
  /** A resource's name, or `form:` and a form's key. */
  subject: string
  /** `items.amount` for a column of a row table. */
  field: string
  access: ColumnAccess
}

export type MenuType = 'M' | 'C' | 'F'

export interface MenuTable extends AuditColumns {
  id: string
  parent_id: string | null
  type: MenuType
  name: string
  name_en: string
  sort: number
  icon: string | null
  path: string | null
  component: string | null
  perms: string | null
  visible: Generated<boolean>
  enable: Generated<boolean>
  keep_alive: Generated<boolean>
  /** The last declaration of the plugin; null for an entry of an administrator. */
  declared: unknown
  /** Whether its plugin is not part of this composition any more. */
  withdrawn: Generated<boolean>
}

interface DictionaryTypeTable extends AuditColumns {
  /** Equals the code. */
  id: string
  code: string
  name: string
  name_en: string
  enable: Generated<boolean>
  built_in: Generated<boolean>
  pinyin: Generated<string>
}

interface DictionaryDataTable extends AuditColumns {
  id: string
  type: string
  value: string
  label: string
  local_name: string
  local_ktext: string | null
  description: string | null
  full_name: string | null
  sort: number
  enable: Generated<boolean>
  /** The negation of `enable`, under its name on the wire. */
  disabled: ColumnType<boolean, never, never>
  built_in: Generated<boolean>
  /** The last declaration of the plugin; a different label was set by an administrator. */
  declared: unknown
  pinyin: Generated<string>
}

interface DelegateTable extends AuditColumns {
  id: string
  user_id: string
  delegate_id: string
  start_time: Date
  end_time: Date
  /** Empty: all business types. */
  business_types: Generated<string[]>
  /** The tasks that are open when the absence begins. */
  open_tasks: Generated<OpenTasks>
  enable: Generated<boolean>
}

interface DraftTable {
  user_id: string
  business_type: string
  content: unknown
  title: string | null
  update_time: Generated<Date>
  /** Incremented by each save. */
  version: Generated<number>
  /** The filed document that is changed, with its round; empty for a new one. */
  document: Generated<string>
  /** The opened form in which it was entered. */
  form: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    sys_user: UserTable
    sys_group: GroupTable
    sys_user_group: UserGroupTable
    sys_role: RoleTable
    sys_user_role: { user_id: string; role_id: string }
    sys_role_member_scope: { user_id: string; role_id: string; scope: string; values: string[] }
    sys_role_permission: { role_id: string; permission: string }
    sys_data_scope: DataScopeTable
    sys_menu: MenuTable
    sys_role_column: RoleColumnTable
    sys_dict_type: DictionaryTypeTable
    sys_dict_data: DictionaryDataTable
    user_delegate: DelegateTable
    user_input_cache: DraftTable
    filed_form: { user_id: string; form: string; filed_at: Generated<Date> }
    user_opinion_template: { user_id: string; sort: number; content: string }
    change_version: { topic: string; version: ColumnType<string, never, never> }
    idp_key: { id: string; purpose: 'signing' | 'cookies'; secret: unknown; create_time: Generated<Date> }
    idp_record: {
      model: string
      id: string
      payload: unknown
      grant_id: string | null
      account_id: string | null
      uid: string | null
      expires_at: Date | null
      consumed_at: Date | null
    }
    ended_sign_in: { grant_id: string; ended_at: Generated<Date> }
    sign_in_attempt: { id: Generated<string>; account: string; begun_at: Date }
    sign_in_failure: { kind: 'account' | 'address'; subject: string; failures: number; last_time: Date; locked_until: Date | null }
    phone_code: { id: Generated<string>; user_id: string; phone: string; hash: string; tries: Generated<number>; used: Generated<boolean>;
      sent_at: Date; expires_at: Date }
    sign_in_captcha: { id: string; answer: string; expires_at: Date }
  }
}

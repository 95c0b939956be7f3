import { date, department, select, text } from '#kernel/fields.ts'
import { patterns } from '#kernel/values/patterns.ts'
import type { ImportColumn } from '#server/imports/importer.ts'

const columnOf = (key: string, field: ImportColumn['field'],
  more: Pick<ImportColumn, 'required' | 'by' | 'example'> = {}): ImportColumn => ({ key, cn: field.cn, en: field.en, field, ...more })

/** Columns of the import template, which are the first columns of the export. */
export const userColumns: readonly ImportColumn[] = [
  columnOf('userName', text({ cn: '用户名', en: 'User name', min: 3, max: 30, pattern: '^[A-Za-z0-9._-]{3,30}$' }), { required: true,
    example: 'wangwei' }),
  columnOf('nameCn', text({ cn: '中文名', en: 'Chinese name', max: 30, pattern: '^[^/]+$' }), { required: true, example: '王伟' }),
  columnOf('nameEn', text({ cn: '英文名', en: 'English name', max: 30, pattern: '^[^/]+$' }), { example: 'Wei Wang' }),
  columnOf('jobNumber', text({ cn: '工号', en: 'Job number', max: 20 }), { required: true, example: 'HY1001' }),
  columnOf('departmentId', department({ cn: '部门编码', en: 'Department code' }), { required: true, by: 'code' }),
  columnOf('phone', text({ cn: '手机', en: 'Phone', max: 11, pattern: patterns.phone }), { example: '13800001001' }),
  columnOf('email', text({ cn: '邮箱', en: 'E-mail', max: 100, pattern: patterns.email }), { example: 'wangwei@demo.example' }),
  columnOf('position', text({ cn: '岗位', en: 'Position', max: 60 })),
  columnOf('positionLevel', select({ cn: '职级', en: 'Grade', dict: 'positionLevel' })),
  columnOf('joiningDate', date({ cn: '入职日期', en: 'Joining date' })),
  columnOf('roles', text({ cn: '角色', en: 'Roles', max: 500 }), { example: 'accountant; cashier' }),
]

/** Further columns of the export. */
export const exportedBeside = [
  { key: 'nickname', cn: '昵称', en: 'Nickname' },
  { key: 'departments', cn: '全部部门', en: 'All departments' },
  { key: 'cardId', cn: '卡号', en: 'Card ID' },
  { key: 'leavingDate', cn: '离职日期', en: 'Leaving date' },
  { key: 'enable', cn: '启用', en: 'Enabled' },
  { key: 'lastLogin', cn: '最近登录', en: 'Last sign-in' },
] as const

import { defineFields } from '#kernel/fields.ts'
import { header } from '#plugins/forms/mixins/header.ts'
import { audit, vendor } from './audit.ts'
import { business, company } from './company.ts'
import { contacts, papers, supply } from './tables.ts'

export const fields = defineFields({ ...header({ cn: '新供应商导入', en: 'New supplier introduction' }), ...company, ...business, ...supply,
  ...contacts, ...papers, ...audit, ...vendor })

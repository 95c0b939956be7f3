import { defineFields, text, toggle } from '#kernel/fields.ts'

/** The first fields of every business partner and material. */
export const named = defineFields({
  code: text({ cn: '编码', en: 'Code', required: true, pattern: '^[A-Z0-9][A-Z0-9._-]*$', max: 20 }),
  nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 60 }),
  nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 100 }),
})

/** Toggle of masters; a disabled one is no longer offered, and old documents still show it. */
export const enabled = defineFields({ enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }) })

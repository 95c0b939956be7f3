import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { devReviewSheet } from './types/devReviewSheet/index.ts'

const forms = [devReviewSheet]

/** Research and development: reviews of projects. */
export default definePlugin({
  id: 'research',
  requires: ['contracts', 'documents', 'forms', 'masters', 'projects'],
  permissions: forms.flatMap(({ key }) => Object.values(formPermissions(key))),
  forms,
  dictionaries,
  locales: { cn, en },
})

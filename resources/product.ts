import type { Label } from '#kernel/wording/label.ts'

/** The name that the product carries on its screens and its sign-in page. */
export const product: Label = { cn: '宏岳办公', en: 'Hongyue OA' }

import type { Label } from '#kernel/wording/label.ts'

/** Name of the product on its screens and its sign-in page. */
export const product: Label = { cn: '宏岳办公', en: 'Hongyue OA' }

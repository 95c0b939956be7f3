import type { Form } from '#kernel/form.ts'

/** Forms without a module of their own; `npm run new:form` adds to them. */
export const forms: readonly Form[] = []

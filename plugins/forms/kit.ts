/**
 * Building blocks of forms: mixins (fields with their rules), flow nodes, sections, and declarations of dictionaries and parameters.
 * Modules import from here, not from the folders behind it.
 */
export { approvalLimits } from './dictionaries/approval-limits.ts'
export * from './dictionaries/dictionary.ts'
export * from './dictionaries/measures.ts'
export * from './mixins/application.ts'
export * from './mixins/approved.ts'
export * from './mixins/bearing.ts'
export * from './mixins/budget.ts'
export * from './mixins/fx.ts'
export * from './mixins/header.ts'
export * from './mixins/invoice.ts'
export * from './mixins/nodes.ts'
export * from './mixins/payee.ts'
export * from './mixins/quotes.ts'
export * from './mixins/sections.ts'
export * from './mixins/writeOff.ts'

import type { cn } from './cn.ts'

/** Texts of printing in English. */
export const en = {
  'print': 'Print',
  'title': 'Print this document',
  'save': 'Download PDF',
  'preview': 'Preview',
  'word': 'Download as Word',
  'cover': 'Receipt cover sheet',
  'labels': 'Print labels',
  'more': 'Other formats',
  'ownLayout': 'Layout: the product’s own',
  'template': 'Layout: template “{name:raw}”, version {version}',
  'templateOfWord': 'Layout: the product’s own; Word uses the template “{name:raw}”, version {version}',
  'fullAccounts': 'Show account numbers in full',
  'fullAccountsHint': 'Otherwise the last four digits, safe to pass on',
  'failed': 'Couldn’t prepare the print. Try again',
} satisfies Record<keyof typeof cn, string>

import type { cn } from './cn.ts'

/** Texts around printing in English. */
export const en = {
  'print': 'Print',
  'title': 'Print this document',
  'save': 'Download and save',
  'preview': 'Online print preview',
  'word': 'Download as Word',
  'cover': 'Receipt cover sheet',
  'labels': 'Print labels',
  'fullAccounts': 'Show account numbers in full',
  'fullAccountsHint': 'Otherwise the last four digits, safe to pass on',
  'failed': 'Couldn’t prepare the print. Try again',
} satisfies Record<keyof typeof cn, string>

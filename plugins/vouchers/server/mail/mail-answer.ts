import type { Parameters } from '#kernel/errors.ts'
import cn from '../../locales/cn.ts'
import en from '../../locales/en.ts'

/** A file that is not taken, with the reason as the code of a text. */
export interface RefusedFile {
  readonly name: string
  readonly code: string
}

/** Reasons that the answer names; more are counted. */
const mostNamed = 5

/** The text of the answer to a mail, in both languages. */
export function answerParameters(subject: string, taken: number, refused: readonly RefusedFile[]): Parameters {
  return {
    // a slash separates the languages
    subject: subject.replaceAll('/', '／'),
    taken: taken === 0
      ? '没有收入发票/no invoice was added to your invoices'
      : `${taken} 张已收入我的发票/${taken} ${taken === 1 ? 'was' : 'were'} added to your invoices`,
    refused: refused.length === 0 ? '' : `；未收入：${reasons(refused, cn)}/; not added: ${reasons(refused, en)}`,
  }
}

function reasons(refused: readonly RefusedFile[], texts: Readonly<Record<string, string>>): string {
  const reasonOf = ({ name, code }: RefusedFile) => {
    const reason = texts[code] ?? texts['vouchers.failed'] ?? ''
    return (name === '' ? reason : `${name.slice(-60)} (${reason})`).replaceAll('/', '／')
  }
  const named = refused.slice(0, mostNamed).map(reasonOf).join('; ')
  return refused.length > mostNamed ? `${named} …` : named
}

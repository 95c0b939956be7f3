import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { Money } from '#shell/parts/Money.tsx'
import { sameList, usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { useCurrency } from './Field.tsx'

/** Part of an amount: its percentage, and what that comes to. */
interface Share {
  readonly name: string
  readonly percent: number
  /** Null while there is no amount. */
  readonly amount: string | null
}

/** The shares that percentages cut an amount into, half-up to the cent: the last of a whole takes the remainder. */
export function sharesOf(fields: Fields, names: readonly string[], value: FormValue): readonly Share[] {
  const percents = names.map((name) => ({ name, percent: Number(value[name] ?? 0), of: fields[name]?.shareOf ?? '' }))
    .filter(({ percent }) => percent > 0)
  const isWhole = percents.reduce((sum, { percent }) => sum + percent, 0) === 100
  const shares = percents.map(({ name, percent, of }) => ({ name, percent, amount: partOf(value[of], percent) }))
  const last = shares.at(-1)
  const whole = decimalOf(value[percents[0]?.of ?? ''] as string | null)
  if (!last || !whole || !isWhole) return shares
  const before = sumMoney(shares.slice(0, -1).map(({ amount }) => amount))
  return [...shares.slice(0, -1), { ...last, amount: whole.minus(before).toFixed(2) }]
}

const partOf = (whole: unknown, percent: number): string | null =>
  decimalOf(whole as string | null)?.times(percent).div(100).toFixed(2) ?? null

/** Below percentages of one amount: the amount of each as a bar, and what is left of the whole. */
export function ShareBar({ names }: { names: readonly string[] }) {
  const { form } = useStore()
  const { t, label } = useFormText()
  const own = useCurrency()
  const shares = usePart((store) => sharesOf(form.fields, names, store.value), sameShares)
  const left = 100 - shares.reduce((sum, { percent }) => sum + percent, 0)
  if (shares.length === 0) return null
  return (
    <div className="oa-shares">
      <div className="oa-shares-bar" aria-hidden>
        {shares.map(({ name, percent }) => <i key={name} style={{ flexGrow: percent }} />)}
        {left > 0 && <i data-left style={{ flexGrow: left }} />}
      </div>
      <ul>
        {shares.map(({ name, percent, amount }) => (
          <li key={name}>
            {shareName(label(form.fields[name] as FieldDefinition))} <span className="num">{percent}%</span>
            {amount !== null && <Money value={amount} currency={own} />}
          </li>
        ))}
        {left !== 0 && <li data-left role="status">{left > 0 ? t('shareLeft', { left }) : t('shareOver', { over: -left })}</li>}
      </ul>
    </div>
  )
}

/** The name of a percentage without its unit, which stands at the figure. */
const shareName = (label: string): string => label.replace(/\s*[（(]?%[）)]?$/, '')

const sameShares = (one: readonly Share[], other: readonly Share[]): boolean => sameList(one.map(textOf), other.map(textOf))
const textOf = ({ name, percent, amount }: Share): string => `${name} ${percent} ${amount}`

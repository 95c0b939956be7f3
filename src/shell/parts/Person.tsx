import { nameOf } from '../../kernel/names.ts'
import { useText } from '../text.tsx'
import { initialOf } from './names.ts'
import './person.css'

interface PersonProps {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  /** Left the company: struck through, grey. */
  readonly departed?: boolean
}

/** A person in a line of text: initial and name in the language of the screen. */
export function Person({ id, name, departed = false }: PersonProps) {
  const text = useText()
  return (
    <span className={departed ? 'oa-person is-departed' : 'oa-person'}>
      <Initial id={id} name={name} />
      <span className="cut">{text.name(name)}</span>
    </span>
  )
}

interface InitialProps {
  readonly id: string
  readonly name: string
  /** Pixels. */
  readonly size?: number
}

/** The round initial alone; the name must stand, or be said, beside it. */
export function Initial({ id, name, size = 20 }: InitialProps) {
  const { locale } = useText()
  return (
    <span className="oa-initial" data-pair={pairOf(id)} style={{ height: size, width: size, fontSize: fontSizeOf(size, locale === 'en') }} aria-hidden>
      {initialOf(nameOf(name, locale))}
    </span>
  )
}

const fontSizeOf = (size: number, isLatin: boolean) => Math.round(size * (isLatin ? 0.4 : 0.54))

/** One of six colours, the same for a person everywhere. */
function pairOf(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973
  return sum % 6
}

import { Popover } from 'antd'
import { nameOf, splitName } from '../../kernel/names.ts'
import { usePeople } from '../start/directory.ts'
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
  if (name === '') return <span className="oa-nothing">—</span>
  return (
    <Popover mouseEnterDelay={0.5} content={<PersonCard id={id} name={name} />}>
      <span className={departed ? 'oa-person is-departed' : 'oa-person'}>
        <Initial id={id} name={name} />
        <span className="cut">{text.name(name)}</span>
      </span>
    </Popover>
  )
}

/** Who the person is: both names, department, position, telephone. */
function PersonCard({ id, name }: PersonProps) {
  const text = useText()
  const person = usePeople([id]).get(id)
  const { cn, en } = splitName(name)
  const lines = [text.name(person?.mainDepartment?.name), person?.position, person?.phone].filter(Boolean)
  return (
    <div className="oa-person-card">
      <Initial id={id} name={name} size={36} />
      <div>
        <strong>{cn}{en !== cn && <span>{en}</span>}</strong>
        {lines.map((line) => <p key={line}>{line}</p>)}
      </div>
    </div>
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

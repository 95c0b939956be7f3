import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { nameOf, splitName } from '#kernel/wording/names.ts'
import { type Anchor, Floating } from '../floating/Floating.tsx'
import { usePeople } from '../start/directory.ts'
import { useText } from '../text.tsx'
import './person.css'
import { useHttp } from '../backend.ts'

interface PersonProps {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  /** Has left the company: grey and struck through. */
  readonly departed?: boolean
}

/** A person in a line of text: initial and name in the current language. */
export function Person({ id, name, departed = false }: PersonProps) {
  const text = useText()
  const { anchor, hover } = useHover()
  if (name === '') return <span className="oa-nothing">—</span>
  return (
    <span className={departed ? 'oa-person is-departed gap-6 fit inline-row narrow' : 'oa-person gap-6 fit inline-row narrow'} {...hover}>
      <Initial id={id} name={name} />
      <span className="cut">{text.name(name)}</span>
      {anchor && (
        <Floating anchor={anchor} side="below-start" className="oa-floating oa-person-floating elevated round-10 raised">
          <PersonCard id={id} name={name} />
        </Floating>
      )}
    </span>
  )
}

/** Hover delays of the card in ms. */
const delays = { open: 500, close: 120 }

function useHover() {
  const [anchor, setAnchor] = useState<Anchor>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!anchor) return
    const close = () => setAnchor(undefined)
    addEventListener('scroll', close, true)
    return () => removeEventListener('scroll', close, true)
  }, [anchor])

  const later = (act: () => void, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, delay)
  }
  return {
    anchor,
    hover: {
      onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
        if (pointerType === 'mouse') later(() => setAnchor(currentTarget.getBoundingClientRect()), delays.open)
      },
      onPointerLeave: () => later(() => setAnchor(undefined), delays.close),
    },
  }
}

/** The card of a person: both names, department, position, telephone number. */
function PersonCard({ id, name }: PersonProps) {
  const text = useText()
  const person = usePeople([id]).get(id)
  const { cn, en } = splitName(name)
  const lines = [text.name(person?.mainDepartment?.name), text.name(person?.position), person?.phone].filter(Boolean)
  return (
    <div className="oa-person-card regular gap-10 ink flex">
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
  /** In pixels. */
  readonly size?: number
}

/** The round initial of a name; decorative, so the name must be displayed or announced next to it. */
export function Initial({ id, name, size = 20 }: InitialProps) {
  const { locale } = useText()
  return (
    <span className="oa-initial circle medium inline-row centred" data-pair={pairOf(id)}
      style={{ height: size, width: size, fontSize: fontSizeOf(size, locale === 'en') }} aria-hidden
    >
      {initialOf(nameOf(name, locale))}
    </span>
  )
}

const fontSizeOf = (size: number, isLatin: boolean) => Math.round(size * (isLatin ? 0.4 : 0.54))

/** One of six colours, derived from the person's id. */
function pairOf(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973
  return sum % 6
}

/** Initials of a name: the given name of a three-character Chinese name, else the family name; two letters of a Latin name. */
export function initialOf(name: string): string {
  if (/\p{Script=Han}/u.test(name)) {
    const characters = [...name.replace(/\s/g, '')]
    return (characters.length === 3 ? characters[2] : characters[0]) ?? ''
  }
  const words = name.split(/\s+/).filter(Boolean)
  return words.slice(0, 2).map((word) => word[0]?.toUpperCase()).join('')
}

interface AvatarProps {
  readonly id: string
  readonly name: string
  /** Id of the person's picture, if there is one. */
  readonly avatar: string | null | undefined
  /** In pixels. */
  readonly size: number
}

/** A person's picture, or the initial of the name; decorative, so the name must be displayed or announced next to it. */
export function Avatar({ id, name, avatar, size }: AvatarProps) {
  const source = usePicture(avatar)
  if (!source) return <Initial id={id} name={name} size={size} />
  return <img className="oa-picture circle block rigid" src={source} alt="" width={size} height={size} />
}

/** The object URL of a picture; pictures are immutable, a new one has a new id. */
function usePicture(avatar: string | null | undefined): string | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: ['avatar', avatar],
    queryFn: async () =>
      URL.createObjectURL(await (await http.raw({ method: 'GET', path: `/system/avatar/${avatar}`, quiet: true })).blob()),
    enabled: Boolean(avatar),
    staleTime: Infinity,
    gcTime: Infinity,
  }).data
}

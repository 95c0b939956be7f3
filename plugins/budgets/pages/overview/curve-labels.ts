import type { Curve } from './curve.ts'
import { add, isNothing, lengthOf, shortTenThousand } from './overview.ts'

/** The label of a line beside one of its points. */
export interface CurveLabel {
  /** The point, from 0. */
  readonly at: number
  readonly text: string
  /** `below`: to the left of the point, where its line has risen from. */
  readonly position: 'right' | 'below'
  /** It stands back behind the others. */
  readonly isQuiet?: true
  /** Pixels down. */
  readonly shift: number
}

interface CurveLabels {
  readonly used: CurveLabel | undefined
  /** Of the sum of used and occupied amounts; absent where nothing is occupied. */
  readonly occupied: CurveLabel | undefined
  readonly budget: CurveLabel
  readonly forecast: CurveLabel
  readonly isOver: boolean
  /** Pixels that the labels at the end need. */
  readonly room: number
}

export type CurveTexts = Readonly<Record<'used' | 'budget' | 'forecast' | 'withOccupied', string>>

/** The labels of a curve: those of the two that reach the end never lie on each other. */
export function curveLabels(curve: Curve, texts: CurveTexts, isNarrow: boolean): CurveLabels {
  const textOf = (name: string, amount: string) => (isNarrow ? shortTenThousand(amount) : `${name} ${shortTenThousand(amount)}`)
  const ends = endLabels(curve, texts, textOf)
  return { ...ends, ...nowLabels(curve, texts, textOf), room: Math.max(widthOf(ends.budget.text), widthOf(ends.forecast.text)) + gap }
}

type LabelText = (name: string, amount: string) => string

function endLabels({ budget, forecast }: Curve, texts: CurveTexts, textOf: LabelText) {
  const at = budget.length - 1
  const [planned, expected] = [budget[at] ?? '0', forecast[at] ?? '0']
  const isOver = lengthOf(expected) > lengthOf(planned)
  const apart = (isOver ? -1 : 1) * missingRoom(lengthOf(planned), lengthOf(expected)) / 2
  const atEnd = (name: string, amount: string, shift: number): CurveLabel => ({ at, text: textOf(name, amount), position: 'right', shift })
  return { isOver, budget: atEnd(texts.budget, planned, 0 - apart), forecast: atEnd(texts.forecast, expected, 0 + apart) }
}

/** Of the running month, unless the lines end there. */
function nowLabels({ budget, used, occupied, current: at }: Curve, texts: CurveTexts,
  textOf: LabelText): Pick<CurveLabels, 'used' | 'occupied'> {
  const now = used[at]
  if (now === undefined || at === budget.length - 1) return { used: undefined, occupied: undefined }
  // below the line there is room once it has risen
  const isEarly = at < 2
  return {
    used: { at, text: textOf(texts.used, now), position: isEarly ? 'right' : 'below', shift: isEarly ? 0 : 6 },
    occupied: isEarly || isNothing(occupied)
      ? undefined
      : { at, text: textOf(texts.withOccupied, add(now, occupied)), position: 'right', shift: 12, isQuiet: true },
  }
}

/** Pixels between a point and the end of its label. */
const gap = 16

const lineHeight = 16

/** Pixels of the plot, and the part of it that the highest point takes at least. */
const height = 220
const filled = 0.8

/** Pixels that two labels at the same place lack. */
const missingRoom = (one: number, other: number): number =>
  Math.max(0, lineHeight - (Math.abs(one - other) / Math.max(one, other, 1)) * height * filled)

/** Pixels of a text of 12 px, roughly: a Chinese character is as wide as high. */
const widthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '⺀' ? 12 : 7), 0)

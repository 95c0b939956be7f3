/** `company-cars` in the spellings that its files need. */
export interface Names {
  /** company-cars */
  readonly kebab: string
  /** companyCars */
  readonly camel: string
  /** company_cars */
  readonly snake: string
  /** Company cars */
  readonly sentence: string
}

/** @throws Error for a name that is not lower-case words joined by hyphens, or camel case */
export function namesOf(name: string | undefined): Names {
  const words = (name ?? '').replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase().split('-')
  if (!words.every((word) => /^[a-z][a-z0-9]*$/.test(word))) {
    throw new Error(`Give a name of lower-case words joined by hyphens, such as company-cars; got «${name ?? ''}»`)
  }
  const camel = words.map((word, index) => (index === 0 ? word : capital(word))).join('')
  return { kebab: words.join('-'), camel, snake: words.join('_'), sentence: capital(words.join(' ')) }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

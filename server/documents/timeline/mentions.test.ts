import { expect, it } from 'vitest'
import { readMentions } from './people.ts'

const names: Readonly<Record<string, string>> = { li: '李娜/Li Na', long: '李娜娜/Li Nana', plain: 'Bob' }
const directory = { person: (id: string) => (names[id] === undefined ? undefined : { name: names[id] } as never) }
const read = (comment: string, locale: 'cn' | 'en', ...mentioned: string[]) => readMentions(comment, mentioned, { directory, locale })

it('names those mentioned in the reader’s language, whatever the writer’s', () => {
  expect(read('@李娜 请看，@李娜娜 也看', 'en', 'li', 'long')).toBe('@Li Na 请看，@Li Nana 也看')
  expect(read('please, @Li Na: and @Bob', 'cn', 'li', 'plain')).toBe('please, @李娜: and @Bob')
})

it('changes no other text: a longer word, an address, a person not mentioned or without that name any more', () => {
  expect(read('@李娜娜 a@b.com @Li Nan', 'en', 'li')).toBe('@李娜娜 a@b.com @Li Nan')
  expect(read('@王伟 请看', 'en', 'gone')).toBe('@王伟 请看')
})

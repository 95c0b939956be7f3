import { expect, it } from 'vitest'
import { Unreadable } from './sheet.ts'
import { readXml } from './xml.ts'

function eventsOf(source: string): string[] {
  const events: string[] = []
  readXml(source, {
    open: (name, attributes) => void events.push(`<${name} ${JSON.stringify(attributes)}`),
    text: (text) => void events.push(text),
    close: (name) => void events.push(`>${name}`),
  })
  return events
}

it('tells elements and attributes by their local names, references resolved', () => {
  expect(eventsOf('<?xml version="1.0"?><x:a xmlns:x="u" r:id="1&amp;2"><b/>&lt;&#65;<![CDATA[<c>]]></x:a>')).toEqual([
    '<a {"x":"u","id":"1&2"}',
    '<b {}',
    '>b',
    '<A',
    '<c>',
    '>a',
  ])
  expect(eventsOf('')).toEqual([])
})

it('reads characters that XML does not have: other programs write them', () => {
  expect(eventsOf('<t>a\u000Bb</t>')).toEqual(['<t {}', 'a\u000Bb', '>t'])
})

it.each(['<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', '<a><b></a>', '<a>', '<a b=1/>', '<a>&nothing;</a>',
  '<a>'.repeat(600) + '</a>'.repeat(600), 'no xml'])('refuses %s', (source) => {
    expect(() => eventsOf(source)).toThrow(Unreadable)
  })

it('says where an element stands, and marks those of another namespace than the outermost one', () => {
  const paths: string[] = []
  readXml('<w:a xmlns:w="u" xmlns:n="v" n:k="1" k="2" m:k="3"><w:b/><n:b/><c xmlns="u"><d/></c><x:e>t</x:e></w:a>', {
    open: (_, { k }, path) => void paths.push(k ? `${path} ${k}` : path),
    text: (text, path) => void paths.push(`${path} ${text}`),
  })
  expect(paths).toEqual(['a 2', 'a/b', 'a/:b', 'a/c', 'a/c/d', 'a/:e', 'a/:e t'])
})

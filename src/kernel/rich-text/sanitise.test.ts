import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineFields, richtext, table, text } from '../fields.ts'
import { sanitised } from '../evaluate/filling/sanitised.ts'
import { allowedElements } from './allowed-elements.ts'
import { sanitiseHtml, tokensOf } from './sanitise.ts'

describe('what would run, load or imitate the page goes', () => {
  it.each([
    ['<script>go()</script>a', 'a'],
    ['<ScRiPt src=//evil.example></sCrIpT >a', 'a'],
    ['<scr<script>ipt>go()</script>', 'ipt&gt;go()'],
    ['<script>go()', ''],
    ['<img src=x onerror=go()>a', 'a'],
    ['<p onclick="go()" style="color:red" id=x class=y>a</p>', '<p>a</p>'],
    ['<svg onload=go()><text>x</text></svg>a', 'a'],
    ['<svg/onload=go() />a', 'a'],
    ['<math><mi xlink:href="javascript:go()">x</mi></math>a', 'a'],
    ['<iframe srcdoc="<script>go()</script>"></iframe>a', 'a'],
    ['<object data="x"><p>b</p></object><embed src=x>a', 'a'],
    ['<style>*{background:url(//evil.example)}</style>a', 'a'],
    ['<base href="//evil.example"><link rel=stylesheet href=//evil.example><meta http-equiv=refresh content=0>a', 'a'],
    ['<form action="//evil.example"><input name=password><button>x</button></form>a', 'a'],
    ['<template><img src=x onerror=go()></template>a', 'a'],
    ['<noscript><p title="</noscript><img src=x onerror=go()>"></noscript>a', '"&gt;a'],
    ['<textarea></textarea><title><b></title>a', 'a'],
    ['<details open ontoggle=go()><summary>a</summary></details>', 'a'],
    ['<video><source onerror=go()></video><marquee onstart=go()>a</marquee>', 'a'],
    ['<a href="javascript:go()">a</a>', '<a rel="noopener noreferrer" target="_blank">a</a>'],
    ['<a href=" java\nscript:go()">a</a>', '<a rel="noopener noreferrer" target="_blank">a</a>'],
    ['<a href="&#106;avascript&colon;go()">a</a>', '<a rel="noopener noreferrer" target="_blank">a</a>'],
    ['<a href="data:text/html,<script>go()</script>">a</a>', '<a rel="noopener noreferrer" target="_blank">a</a>'],
    ['<a href="//evil.example">a</a>', '<a rel="noopener noreferrer" target="_blank">a</a>'],
    ['<a href="/\t/evil.example">a</a><a href="/&#92;evil.example">b</a>',
      '<a rel="noopener noreferrer" target="_blank">a</a><a rel="noopener noreferrer" target="_blank">b</a>'],
    ['<a href="https://a.example" href="javascript:go()" target=_self>a</a>',
      '<a href="https://a.example" rel="noopener noreferrer" target="_blank">a</a>'],
    ['<td colspan="1&quot; onclick=go()">a</td>', '<td>a</td>'],
    ['<!-- --><b>a<!-- <img onerror=go()> --></b><!doctype x><?php x ?>', '<b>a</b>'],
    ['<__proto__>a</__proto__><constructor>b</constructor>', '&lt;__proto__&gt;ab'],
  ])('%s', (html, clean) => {
    expect(sanitiseHtml(html)).toBe(clean)
  })
})

describe('what people write stays', () => {
  it.each([
    ['<p>a <b>b</b> <i>c</i> <u>d</u><br>e</p>'],
    ['<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>'],
    ['<h3>a</h3><blockquote>b</blockquote><pre><code>c &lt; d</code></pre>'],
    ['<table><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td>b</td><td rowspan="3">c</td></tr></tbody></table>'],
    ['<p>三楼会议室 😀 a &amp; b&nbsp;&#8212; “c”</p>'],
    ['<a href="https://a.example/b?c=1&amp;d=2#e" rel="noopener noreferrer" target="_blank">f</a>'],
    ['<a href="/documents/1" rel="noopener noreferrer" target="_blank">f</a>'],
    ['<a href="mailto:a@b.example" rel="noopener noreferrer" target="_blank">g</a>'],
    [''],
    ['plain'],
  ])('%s', (html) => {
    expect(sanitiseHtml(html)).toBe(html)
  })

  it('in the form in which browsers read it', () => {
    expect(sanitiseHtml('<P>a<P>b')).toBe('<p>a</p><p>b</p>')
    expect(sanitiseHtml('<ul><li>a<li>b</ul>')).toBe('<ul><li>a</li><li>b</li></ul>')
    expect(sanitiseHtml('<b>a<i>b</b>c</i>')).toBe('<b>a<i>b</i></b>c')
    expect(sanitiseHtml('1 < 2 & 3 > 2 &amp; x')).toBe('1 &lt; 2 &amp; 3 &gt; 2 &amp; x')
    expect(sanitiseHtml('below <budget of 2026')).toBe('below &lt;budget of 2026')
    expect(sanitiseHtml('<custom><i style="color:red">d</i></custom>')).toBe('<i>d</i>')
  })
})

const allowedAttribute = /^(href=(https?:|mailto:|\/(?![/\\]))|rel=noopener noreferrer$|target=_blank$|(col|row)span=\d+$)/i

/** Returns the tokens that are not allowed or not properly nested. */
function strangeIn(clean: string): unknown[] {
  const open: string[] = []
  const strange = tokensOf(clean).filter((token) => {
    if (token.type === 'text') return /[<>]/.test(token.text)
    if (token.type === 'end') return token.name !== open.pop()
    if (token.name !== 'br') open.push(token.name)
    return !(token.name in allowedElements) || [...token.attributes].some(([name, value]) => !allowedAttribute.test(`${name}=${value}`))
  })
  return [...strange, ...open]
}

describe('whatever is sent', () => {
  const pieces = [
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '=',
    '&',
    ';',
    '<!--',
    '-->',
    '<p',
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<a href=',
    'javascript:',
    'https://',
    '<script>',
    '</script>',
    '<svg>',
    '</svg>',
    '<form>',
    '<li>',
    '<td>',
    '<tr>',
    '<table>',
    '&lt;',
    '&#106;',
    '&quot;',
    'onclick=',
    ' ',
    '\n',
    'a',
    '中',
    '<br>',
    '<title>',
    '<br/',
    '\u2028',
  ]
  const html = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 40 }).map((parts) => parts.join(''))

  it('only allowed elements and attributes come out, well nested', () => {
    fc.assert(fc.property(html, (sent) => strangeIn(sanitiseHtml(sent)).length === 0), { numRuns: 1_000 })
  })

  it('a second time changes nothing', () => {
    fc.assert(fc.property(html.map(sanitiseHtml), (once) => sanitiseHtml(once) === once), { numRuns: 1_000 })
  })

  it('does not nest without end', () => {
    const deep = sanitiseHtml(`${'<div>'.repeat(10_000)}a${'</div>'.repeat(10_000)}`)
    expect(deep.split('<div>').length - 1).toBeLessThan(100)
    expect(deep).toContain('a')
  })
})

it('reads the rich texts of a form and what has a pattern, also in rows, and nothing else', () => {
  const label = { cn: '字段', en: 'Field' }
  const fields = defineFields({ content: richtext(label), title: text(label),
    rows: table({ ...label, columns: { text: text(label), content: richtext(label) } }) })
  const hostile = '<b onclick="go()">a</b>'
  expect(
    sanitised(fields, { content: hostile, title: hostile, rows: [{ rowId: '1', text: hostile, content: hostile }, null, 'x'],
      strange: hostile }),
  ).toEqual({
    content: '<b>a</b>',
    title: hostile,
    rows: [{ rowId: '1', text: hostile, content: '<b>a</b>' }, null, 'x'],
    strange: hostile,
  })
  const coded = defineFields({ no: text({ ...label, pattern: '^\\d{8}(,\\d{8})*$' }),
    rows: table({ ...label, columns: { no: text({ ...label, pattern: '^\\d{8}$' }) } }) })
  expect(sanitised(coded, { no: '12345678，８2345678', rows: [{ rowId: '1', no: '１2345678' }, { rowId: '2', no: '1' }] })).toEqual({
    no: '12345678,82345678',
    rows: [{ rowId: '1', no: '12345678' }, { rowId: '2', no: '1' }],
  })
  expect(sanitised(fields, { content: 1, rows: 'x' })).toEqual({ content: 1, rows: 'x' })
})

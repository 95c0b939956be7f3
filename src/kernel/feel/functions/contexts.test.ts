import { describe } from 'vitest'
import { holds } from '../truth-table.ts'

describe('functions of contexts', () => holds([
  ['get value({a: "x"}, "a")', 'x'],
  ['get value({a: "x"}, "b")', null],
  ['get value({a: {b: 1}}, ["a", "b"])', 1],
  ['get value(null, "a")', null],
  ['get value(key: "a", m: {a: 1})', 1],
  ['get value({}, "toString")', null],
  ['get entries({a: 1, b: 2})', [{ key: 'a', value: 1 }, { key: 'b', value: 2 }]],
  ['get entries({})', []],
  ['context([{key: "a", value: 1}, {key: "b", value: null}])', { a: 1, b: null }],
  ['context([{key: "a", value: 1}, {key: "a", value: 2}])', null],
  ['context([{key: "a"}])', null],
  ['context([{key: "__proto__", value: 1}])', null],
  ['context put({a: 1}, "b", 2)', { a: 1, b: 2 }],
  ['context put({a: 1}, "a", 2)', { a: 2 }],
  ['context put({x: 1, y: {a: 0}}, ["y", "a"], 2)', { x: 1, y: { a: 2 } }],
  ['context put({}, [], 2)', null],
  ['context put({}, "constructor", 2)', null],
  ['context put({}, 1, 1)', null],
  ['context merge([{a: 1}, {a: 2, b: 3}])', { a: 2, b: 3 }],
  ['context merge({a: 1})', { a: 1 }],
  ['context merge([1])', null],
]))

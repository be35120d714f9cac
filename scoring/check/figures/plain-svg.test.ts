import { expect, test } from 'vitest'
import { svgFault } from './plain-svg.ts'

const svg = (inner: string, attributes = 'viewBox="0 0 9 9"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`

/** Nine groups of ten references, each to the group before. */
const nested = (refer: (id: string) => string) =>
  Array.from(
    { length: 10 },
    (_, i) => `<g id="l${i}">${i === 0 ? '<rect/>' : refer(`l${i - 1}`).repeat(10)}</g>`,
  ).join('')

test.each([
  ['shapes in groups', svg('<g transform="scale(2)"><path d="M0 0L9 9"/><text x="1">A &amp; B</text></g>\n')],
  ['single quotes', svg("<rect width='9' height='9'/>")],
  [
    'a pattern of its own',
    svg(
      '<defs><pattern id="p"/></defs><rect fill="url(#p)"/><use href="#p" />',
      'viewBox="0 0 1 1" width="9"',
    ),
  ],
  ['many uses of one drawing', svg(`<g id="a"><path/></g>${'<use href="#a"/>'.repeat(500)}`)],
  [
    'a use of what a gradient fills, and a gradient made of another',
    svg(
      '<defs><linearGradient id="l"/><linearGradient id="m" href="#l"/></defs><g id="a"><path fill="url( \'#m\' )"/></g><use href="#a"/>',
    ),
  ],
])('%s are plain', (_, text) => expect(svgFault(text)).toBeNull())

test.each([
  ['no drawing at all', 'hello', 'cannot be read at character 0'],
  ['another root', '<g viewBox="0 0 1 1"></g>', 'does not start with <svg'],
  ['an end that is missing', svg('').replace('</svg>', ''), 'has no </svg>'],
  ['tags that cross', svg('<g><text></g></text>'), 'closes <g> where it is not open'],
  ['something after the end', `${svg('')}<g/>`, 'goes on after </svg>'],
  ['no viewBox', svg('', 'width="9"'), 'has no viewBox'],
  ['no namespace', '<svg viewBox="0 0 1 1"></svg>', 'has no xmlns'],
  ['a script', svg('<script>alert(1)</script>'), 'holds <script>'],
  ['a foreign object', svg('<foreignObject/>'), 'holds <foreignObject>'],
  ['a picture', svg('<image href="#a"/>'), 'holds <image>'],
  ['a style sheet', svg('<style>*{}</style>'), 'holds <style>'],
  ['motion', svg('<animate/>'), 'holds <animate>'],
  ['a link', svg('<a href="#x"/>'), 'holds <a>'],
  ['an event', svg('', 'viewBox="0 0 1 1" onload="x()"'), 'holds the event onload'],
  ['an address to use', svg('<use href="https://x.example/a.svg#b"/>'), 'outside (href)'],
  ['an old address to use', svg('<use xlink:href="//x.example/a"/>'), 'outside (xlink:href)'],
  ['a fill from elsewhere', svg('<rect fill="url(https://x.example/a)"/>'), 'outside (fill)'],
  ['a style from elsewhere', svg('<rect style="fill: URL( \'x.svg\' )"/>'), 'outside (style)'],
  ['an escaped style', svg('<rect style="fill: \\75rl(x)"/>'), 'outside (style)'],
  ['a document type', `<!DOCTYPE svg>${svg('')}`, 'holds a declaration'],
  ['an instruction', `<?xml version="1.0"?>${svg('')}`, 'holds a declaration'],
  ['an entity', svg('<text>&x;</text>'), 'holds an entity'],
  ['a number for a character', svg('<rect fill="&#117;rl(x)"/>'), 'holds an entity'],
  ['half a character', svg('<text>\ud800</text>'), 'holds half a character'],
  ['an attribute twice', svg('<rect x="1" x="2"/>'), 'has x twice'],
  ['a set of pictures', svg('<rect style="fill: image-set(\'x.png\' 1x)"/>'), 'outside (style)'],
  ['a source', svg('<rect style="fill: src(\'x.png\')"/>'), 'outside (style)'],
  ['a name behind signs', svg('<g id="a"/><use href="#%61"/>'), 'refers to %61'],
  ['a fill behind signs', svg('<pattern id="a"/><rect fill="url(#%61)"/>'), 'refers to %61'],
  ['uses of uses without end', svg(nested((id) => `<use href="#${id}"/>`)), 'draws more than 10000'],
  [
    'patterns of patterns without end',
    svg(
      nested((id) => `<rect fill="url(#${id})"/>`)
        .replaceAll('<g', '<pattern')
        .replaceAll('/g>', '/pattern>'),
    ),
    'draws more than 10000',
  ],
  [
    'a drawing of itself',
    svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    'is drawn within itself',
  ],
  ['too much', svg(`<text>${'ş'.repeat(10_000)}</text>`), 'is larger than 20 kB'],
])('%s is refused', (_, text, fault) => expect(svgFault(text)?.message).toContain(fault))

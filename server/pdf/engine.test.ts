import { afterAll, describe, expect, it } from 'vitest'
import { pdfInfo, pdfText } from '#test/pdf.ts'
import { englishReport } from '#test/report-fixtures.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { createPdfEngine, PdfError } from './engine.ts'

const everything = { details: true, percentages: true }
const named = (name: string) => {
  const report = englishReport('tr')
  return { ...report, candidate: { ...report.candidate, name } }
}

describe('the real worker', () => {
  const log = quietLog()
  const engine = createPdfEngine({ log })
  afterAll(() => engine.close())

  it('prints text that looks like markup as it is', async () => {
    const names = [
      '#import "x": y',
      '"><img src=x>',
      '$x^2$ *kalın* _eğik_ `kod`',
      '@label <etiket> \\ #sys.inputs',
      '= Başlık',
    ]
    for (const name of names) {
      const text = await pdfText(await engine.renderReport(named(name), everything, 'tr'))
      expect(text).toContain(name)
    }
  })

  it('prints every Turkish letter and the lira sign', async () => {
    const name = 'ĞÜŞİÖÇ ğüşıöç IİÂÎÛ ₺ → ≥'
    expect(await pdfText(await engine.renderReport(named(name), everything, 'tr'))).toContain(name)
  })

  it('makes a page even where a font lacks the letters of a name, and says so without them', async () => {
    log.lines.length = 0
    const pdf = await engine.renderReport(named('Иван 漢字 محمد 😀 \u{10FFFD}'), everything, 'tr')
    expect((await pdfInfo(pdf)).get('Pages')).toBe('2')
    expect(log.lines).toEqual([
      { level: 'warn', text: '"A PDF is not PDF/UA: no font has some of its letters"' },
    ])
  })

  it('holds long names', async () => {
    const name = 'Muhammed Abdurrahman Şükrüoğullarından Karamanoğlu-Çiftçihüseyinoğlu'
    const text = await pdfText(await engine.renderReport(named(name), everything, 'tr'))
    expect(text.replaceAll(/\s+/g, ' ')).toContain(name)
  })

  it('answers everybody when many ask at once', async () => {
    const asked = Array.from({ length: 12 }, (_, index) => `Kişi ${index}`)
    const pdfs = await Promise.all(asked.map((name) => engine.renderReport(named(name), everything, 'tr')))
    const texts = await Promise.all(pdfs.map(pdfText))
    expect(texts.map((text, index) => text.includes(asked[index] ?? ''))).toEqual(asked.map(() => true))
  })
})

const workerOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

const sometimesDies = workerOf(`
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ id, view }) => {
    if (view.includes('DIES')) process.exit(7)
    if (view.includes('THROWS')) throw new Error('out of ink')
    if (view.includes('REFUSES')) parentPort.postMessage({ id, error: 'no such letter' })
    else if (!view.includes('HANGS')) parentPort.postMessage({ id, pdf: new Uint8Array([1, 2]) })
  })
`)

describe('a worker that fails', () => {
  const render = (engine: ReturnType<typeof createPdfEngine>, name: string) =>
    engine.renderReport(named(name), everything, 'tr')

  it.each([
    ['DIES', 'ended with code 7'],
    ['THROWS', 'out of ink'],
    ['REFUSES', 'no such letter'],
    ['HANGS', 'took longer than 3000 ms'],
  ])('costs one job its PDF and no other: %s', async (name, reason) => {
    const log = quietLog()
    const engine = createPdfEngine({ log, worker: sometimesDies, timeoutMs: 3000 })
    const [before, failed, after] = await Promise.allSettled(
      ['A', name, 'B'].map((one) => render(engine, one)),
    )
    expect(before).toMatchObject({ status: 'fulfilled' })
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(reason) } })
    expect(failed).toMatchObject({ reason: expect.any(PdfError) })
    expect(after).toMatchObject({ status: 'fulfilled' })
    const lost = name === 'REFUSES' ? [] : [expect.stringContaining(reason)]
    expect(log.lines.filter(({ level }) => level === 'error').map(({ text }) => text)).toEqual(lost)
    await engine.close()
  })

  it.each([
    ['throws', workerOf('throw new Error("no fonts")'), 'no fonts'],
    ['ends', workerOf('process.exit(3)'), 'ended with code 3'],
    ['is missing', new URL('./no-such-worker.ts', import.meta.url), 'no-such-worker'],
    ['cannot be a thread', new URL('https://terazi.example/worker.js'), 'could not start'],
  ])('is not started without end where it %s at once', async (_, worker, reason) => {
    const log = quietLog()
    const engine = createPdfEngine({ log, worker, pauseMs: 60 * 60_000 })
    const jobs = await Promise.allSettled(['A', 'B', 'C', 'D', 'E'].map((name) => render(engine, name)))
    const reasons = jobs.map((job) => job.status === 'rejected' && String(job.reason))
    const pause = expect.stringContaining('it is tried again later')
    const failed = expect.stringContaining(reason)
    expect(reasons).toEqual([failed, failed, failed, pause, pause])
    expect(log.lines.map(({ level, text }) => [level, text.includes(reason)])).toEqual(
      Array.from({ length: 3 }, () => ['error', true]),
    )
    await engine.close()
  })

  it('is started again after the pause', async () => {
    const engine = createPdfEngine({ log: quietLog(), worker: workerOf('process.exit(3)'), pauseMs: 0 })
    const jobs = await Promise.allSettled(['A', 'B', 'C', 'D'].map((name) => render(engine, name)))
    const ended = { status: 'rejected', reason: { message: expect.stringContaining('ended with code 3') } }
    expect(jobs).toMatchObject([ended, ended, ended, ended])
    await engine.close()
  })

  it('rejects what waits when the engine is closed, and what comes after', async () => {
    const engine = createPdfEngine({ log: quietLog(), worker: sometimesDies })
    const waiting = [render(engine, 'HANGS'), render(engine, 'A')].map((job) =>
      expect(job).rejects.toThrow('was closed'),
    )
    await engine.close()
    await Promise.all(waiting)
    await expect(render(engine, 'A')).rejects.toThrow('is closed')
  })
})

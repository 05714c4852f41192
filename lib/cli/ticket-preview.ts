import type { Language } from '../report/words/language.ts';
import { grouped, printable } from '../report/words/printable.ts';
import type { Ticket } from '../ticketing/ticket.ts';

interface Words {
  readonly written: (file: string) => string;
  readonly wouldBeWritten: (folder: string) => string;
  readonly redactions: (count: number) => string;
  readonly gaps: string;
  readonly next: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    written: (file) => `written: ${file}`,
    wouldBeWritten: (folder) => `${folder}.tar.gz would hold (nothing was written):`,
    redactions: (count) =>
      count === 0 ? 'nothing looked secret' : `taken out, because it looked secret (${count}):`,
    gaps: 'missing:',
    next: 'before you send it: fill in what-happened.md, add the controller logs (index.md says how), and look through it',
  },
  ko: {
    written: (file) => `저장함: ${file}`,
    wouldBeWritten: (folder) => `${folder}.tar.gz에 들어갈 내용(아무것도 저장하지 않음):`,
    redactions: (count) =>
      count === 0 ? '비밀로 보이는 값이 없었습니다' : `비밀로 보이는 값 ${count}개를 뺐습니다. 위치:`,
    gaps: '빠진 것:',
    next: '보내기 전에: what-happened.md를 작성하고, 컨트롤러 로그를 추가하고(index.md 참고), 내용을 훑어보십시오',
  },
};

/** What is in a ticket, for a terminal. `file`: where it was written; `undefined`: it was not. */
export function previewOf(ticket: Ticket, file: string | undefined, language: Language): string {
  const words = WORDS[language];
  const { folder, files, redactions, gaps } = ticket;
  const digits = Math.max(...files.map(({ bytes }) => grouped(bytes.length).length));
  const width = Math.max(...files.map(({ path }) => path.length));
  const lines = [
    file === undefined ? words.wouldBeWritten(folder) : words.written(printable(file)),
    ...files.map(
      ({ path, what, bytes }) =>
        `  ${grouped(bytes.length).padStart(digits)}  ${path.padEnd(width)}  ${what}`,
    ),
    words.redactions(redactions.length),
    ...redactions.map((path) => `  ${printable(path)}`),
    ...(gaps.length === 0 ? [] : [words.gaps, ...gaps.map((gap) => `  ${printable(gap)}`)]),
    words.next,
  ];
  return `${lines.join('\n')}\n`;
}

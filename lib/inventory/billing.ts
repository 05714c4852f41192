/** Whether a resource in its present state costs money; `unknown` where no public page says (kakaocloud-api 2.6). */
export type Billing = 'billed' | 'not-billed' | 'unknown';

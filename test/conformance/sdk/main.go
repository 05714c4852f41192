// Command sdk asks a KakaoCloud API for every kind of answer that the auditor reads, by the official SDK alone, and
// counts the answers that the SDK does not decode. It exits with 1 when there is one, or when it cannot sign in.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	url := flag.String("url", "", "where all services answer, for example http://127.0.0.1:8080")
	id := flag.String("id", "", "ID of the access key")
	secret := flag.String("secret", "", "its secret")
	project := flag.String("project", "", "ID of the project that the key belongs to")
	flag.Parse()
	for _, given := range []*string{url, id, secret, project} {
		if *given == "" {
			flag.Usage()
			os.Exit(2)
		}
	}

	asked := newSession(*url)
	if err := asked.signIn(*id, *secret, *project); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	asked.askForCompute()
	asked.askForStorage()
	asked.askForClusters()
	asked.askWhatIsRefused(*id)
	if failures := asked.print(os.Stdout); failures > 0 {
		os.Exit(1)
	}
}
